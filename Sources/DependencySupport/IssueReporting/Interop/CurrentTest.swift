/// Finds the Swift Testing test that runs the caller.
protocol RunningTests: Sendable {
  /// The running test, as an instance of Swift Testing's `Test`.
  var test: Any? { get }

  /// What belongs to the running test and, if it takes arguments, to the running argument.
  var state: TestState? { get }
}

struct CurrentTest<Test, Case>: RunningTests {
  private struct GetTest { let call: @Sendable () -> Test? }
  private struct GetCase { let call: @Sendable () -> Case? }

  private let getTest: GetTest
  private let getCase: GetCase
  private let seen = SeenTests<Test, Case>()

  init() throws(MissingSymbol) {
    getTest = try RuntimeFunction("$s7Testing4TestV7currentACSgvgZ").read(as: GetTest.self)
    getCase = try RuntimeFunction("$s7Testing4TestV4CaseV7currentAESgvgZ").read(as: GetCase.self)
  }

  var test: Any? { getTest.call() }

  var state: TestState? {
    guard let test = getTest.call() else { return nil }
    return seen.state(of: .init(test: test, testCase: getCase.call()))
  }
}
