import Dependencies
import DependenciesTestSupport
import Testing

@Suite struct FamilyTests {
  @Test(.dependency(\.context, .live))
  func `a dependency takes an argument`() {
    @Dependency(\.hoge[.paramA]) var hoge
    #expect(hoge.argument == .paramA)
    #expect(hoge.name == "live")
  }

  @Test(.dependency(\.context, .live))
  func `wherever it is used it is the same instance, which a closure does not give`() {
    final class First { @Dependency(\.hoge[.paramA]) var hoge }
    final class Second { @Dependency(\.hoge[.paramA]) var hoge }
    #expect(First().hoge === Second().hoge)
  }

  @Test func `it is read with the text's first example`() {
    @Dependency(\.activity["recreational"]) var activity
    #expect(activity == "test recreational")
  }

  @Test(.dependency(\.hoge[.paramA], Hoge(argument: .paramA, name: "mock")))
  func `a trait overrides one member`() {
    @Dependency(\.hoge[.paramA]) var hoge
    #expect(hoge.name == "mock")
  }

  @Test func `a test overrides one member for an operation`() {
    let mock = Hoge(argument: .paramA, name: "mock")
    withDependencies {
      $0.hoge[.paramA] = mock
    } operation: {
      @Dependency(\.hoge[.paramA]) var hoge
      #expect(hoge === mock)
    }
  }

  @Test func `a test overrides the whole family`() {
    withDependencies {
      $0.hoge = DependencyValueContainer { Hoge(argument: $0, name: "other") }
    } operation: {
      @Dependency(\.hoge[.paramB]) var hoge
      #expect(hoge.name == "other")
    }
  }

  @Test func `a program prepares one member`() {
    prepareDependencies { $0.hoge[.paramB] = Hoge(argument: .paramB, name: "prepared") }
    @Dependency(\.hoge[.paramB]) var hoge
    #expect(hoge.name == "prepared")
  }

  @Test func `a test that overrides nothing fails, because the key has a live value alone`() {
    withKnownIssue {
      @Dependency(\.hoge[.paramA]) var hoge
      _ = hoge
    } matching: { issue in
      "\(issue)".contains("HogeContainerKey")
    }
  }
}
