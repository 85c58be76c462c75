import DependenciesTestSupport
import Testing

@Suite(.taskLocal(Local.number, 1)) struct TaskLocalTraitTests {
  @Test func `a suite binds a task-local`() {
    #expect(Local.number.get() == 1)
  }

  @Test(Local.number.set(2)) func `a test binds it anew`() {
    #expect(Local.number.get() == 2)
  }
}

/// Made by hand: names that one macro of a module introduces are not seen in the attribute of another.
private enum Local {
  static let number = TaskLocal(wrappedValue: 0)
}
