public import Dependencies
import DependencySupport
public import Testing

/// Gives each test, and each argument of a parameterised one, dependencies of its own, and overrides some of them.
///
/// ```swift
/// @Suite(.dependency(\.continuousClock, ImmediateClock()))
/// struct FeatureTests {
///   @Test(.dependencies { $0.uuid = .incrementing })
///   func feature() { … }
/// }
/// ```
///
/// The outermost of these traits on a test starts from new values, the others from those of the trait around them. What is
/// overridden is set again for each argument and each repetition.
public struct _DependenciesTrait: SuiteTrait, TestScoping, TestTrait {
  @TaskLocal private static var isInside = false

  fileprivate let updateValues: @Sendable (inout DependencyValues) async throws -> Void

  /// Tests of nested suites have them too.
  public var isRecursive: Bool { true }

  /// Runs a test case with its dependencies.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The test's case; nil for a suite, for which nothing is set up.
  ///   - function: The rest of the test.
  /// - Throws: What an update or the test throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    guard !Self.isInside else { return try await update(function) }
    try await Self.$isInside.withValue(true) {
      try await TestState.$scoped.withValue(TestState()) {
        try await DependencyValues.$_current.withValue(DependencyValues()) {
          try await update(function)
        }
      }
    }
  }

  private func update(_ function: () async throws -> Void) async throws {
    try await withDependencies {
      try await updateValues(&$0)
    } operation: {
      try await function()
    }
  }
}

extension Trait where Self == _DependenciesTrait {
  /// Gives the test dependencies of its own, and overrides none.
  public static var dependencies: Self { Self { _ in } }

  /// Overrides a dependency for a test or the tests of a suite.
  ///
  /// - Parameters:
  ///   - keyPath: Which dependency, or a part of one. The value that a whole one replaces is not made.
  ///   - value: The value. It is evaluated for each test case; what it throws fails the test.
  /// - Returns: The trait.
  public static func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    Self { $0.override(keyPath, with: try value()) }
  }

  /// Overrides a dependency that is its own key.
  ///
  /// - Parameter value: The value. It is evaluated for each test case; what it throws fails the test.
  /// - Returns: The trait.
  public static func dependency<Value: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Value == Value.Value {
    Self { $0[Value.self] = try value() }
  }

  /// Overrides dependencies for a test or the tests of a suite.
  ///
  /// - Parameter updateValues: Sets them, for each test case; what it throws fails the test.
  /// - Returns: The trait.
  public static func dependencies(
    _ updateValues: @escaping @Sendable (inout DependencyValues) async throws -> Void
  ) -> Self {
    Self(updateValues: updateValues)
  }
}
