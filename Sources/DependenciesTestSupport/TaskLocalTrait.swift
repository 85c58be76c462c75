public import Testing

/// Binds a task-local for a test or the tests of a suite.
public struct TaskLocalTrait<Value: Sendable>: SuiteTrait, TestScoping, TestTrait {
  fileprivate let taskLocal: TaskLocal<Value>
  fileprivate let value: Value

  /// Tests of nested suites have it too.
  public let isRecursive = true

  /// Runs a test case with the task-local bound.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The test's case; nil for a suite.
  ///   - function: The rest of the test.
  /// - Throws: What the test throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent () async throws -> Void
  ) async throws {
    try await taskLocal.withValue(value) { try await function() }
  }
}

extension Trait {
  /// Binds a task-local for a test or the tests of a suite.
  ///
  /// - Parameters:
  ///   - taskLocal: The task-local, `$name` of its declaration.
  ///   - value: Its value.
  /// - Returns: The trait.
  public static func taskLocal<Value: Sendable>(
    _ taskLocal: TaskLocal<Value>, _ value: Value
  ) -> Self where Self == TaskLocalTrait<Value> {
    TaskLocalTrait(taskLocal: taskLocal, value: value)
  }
}

extension TaskLocal where Value: Sendable {
  /// A trait that binds this task-local for a test or the tests of a suite.
  ///
  /// - Parameter value: Its value.
  /// - Returns: The trait.
  public func set(_ value: Value) -> TaskLocalTrait<Value> {
    TaskLocalTrait(taskLocal: self, value: value)
  }
}
