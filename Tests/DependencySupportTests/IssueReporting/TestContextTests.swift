import DependencySupport
import Testing

@testable import DependencySupport

@Suite(.tags()) struct TestContextTests {
  private let reads = TestLocal { Counter() }

  @Test func `the running test is known`() throws {
    #expect(isTesting)
    guard case .swiftTesting(let testing?) = TestContext.current else {
      Issue.record("no test")
      return
    }
    #expect(testing.test.id.rawValue == AnyHashable(try #require(Test.current).id))
    #expect(TestContext.current?.isSwiftTesting == true)
  }

  @Test(.timeLimit(.minutes(1))) func `the traits of the running test are known`() {
    guard case .swiftTesting(let testing?) = TestContext.current else {
      Issue.record("no test")
      return
    }
    #expect(testing.test.traits.contains { $0 is TimeLimitTrait })
  }

  @Test(arguments: [
    (["/build/graftPackageTests.xctest"], nil, true),
    (["/usr/libexec/swiftpm-testing-helper", "x"], nil, true),
    (["app", "/Applications/xctest"], nil, true),
    (["app", "--testing-library"], nil, true),
    (["app"], "BAZEL_TEST", true),
    (["app"], "XCTestConfigurationFilePath", true),
    (["app", "xctest-report"], "HOME", false),
    ([], nil, false),
  ]) func `tests are recognised`(arguments: [String], variable: String?, isOne: Bool) {
    #expect(TestProcess.isOne(arguments: arguments) { $0 == variable } == isOne)
  }
}

private final class Counter: Sendable {
  private let count = LockIsolated(0)

  func bump() -> Int {
    count.withValue {
      $0 += 1
      return $0
    }
  }
}

private let counter = TestLocal { Counter() }

@Suite struct TestLocalTests {
  @Test(arguments: 0..<3) func `each test has a value of its own`(_: Int) {
    #expect(counter.current.bump() == 1)
    #expect(counter.current.bump() == 2)
  }

  @Test(arguments: [1, 1, 1]) func `equal arguments are told apart`(_: Int) {
    #expect(counter.current.bump() == 1)
  }

  private final class Opaque: Sendable {}

  @Test(arguments: [Opaque(), Opaque()])
  private func `arguments without an identity are told apart`(_: Opaque) {
    #expect(counter.current.bump() == 1)
  }

  @Test(arguments: [1, 2], ["a", "b"]) func `each pair of arguments has its own`(_: Int, _: String)
  {
    #expect(counter.current.bump() == 1)
  }

  @Test func `child tasks share the value of their test`() async {
    #expect(counter.current.bump() == 1)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = counter.current.bump() } }
    }
    async let bump = counter.current.bump()
    #expect(await bump == 10)
    #expect(await Task { counter.current.bump() }.value == 11)
  }

  @Test func `every detached task has a value of its own`() async {
    for _ in 0..<200 {
      let counts = await Task.detached {
        let first = counter.current.bump()
        await Task.yield()
        return [first, counter.current.bump()]
      }.value
      #expect(counts == [1, 2])
    }
  }

  @Test func `a scope of a trait has a value of its own`() {
    for _ in 0..<2 {
      TestState.$scoped.withValue(TestState()) {
        #expect(counter.current.bump() == 1)
        #expect(counter.current.bump() == 2)
      }
    }
  }

  @Test func `forgetting makes a new value`() {
    let local = TestLocal { Counter() }
    _ = local.current.bump()
    local.removeAll()
    #expect(local.current.bump() == 1)
  }

  @Test func `a value does not outlive its key`() {
    weak var value: Counter?
    do {
      let local = TestLocal { Counter() }
      value = local.current
      #expect(value != nil)
    }
    #expect(value == nil)
  }
}
