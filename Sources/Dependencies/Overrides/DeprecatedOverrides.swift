extension DependencyValues {
  /// Overrides one dependency while an operation runs.
  ///
  /// - Parameters:
  ///   - keyPath: The way to the dependency, or to a part of it.
  ///   - value: The value in its place. It is evaluated once.
  ///   - operation: What runs with it.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  @available(
    *, deprecated, message: "Use 'withDependencies { $0.name = value } operation: { … }'."
  )
  public static func withValue<Value, R>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ value: @autoclosure () -> Value,
    operation: () throws -> R
  ) rethrows -> R {
    try withDependencies {
      $0[keyPath: keyPath] = value()
    } operation: {
      try operation()
    }
  }

  /// Overrides one dependency while an operation that can be suspended runs.
  ///
  /// - Parameters:
  ///   - keyPath: The way to the dependency, or to a part of it.
  ///   - value: The value in its place. It is evaluated once.
  ///   - operation: What runs with it, on the caller's actor.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  @available(
    *, deprecated, message: "Use 'await withDependencies { $0.name = value } operation: { … }'."
  )
  public static func withValue<Value, R: Sendable>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ value: @autoclosure () -> Value,
    operation: () async throws -> R
  ) async rethrows -> R {
    try await withDependencies {
      $0[keyPath: keyPath] = value()
    } operation: {
      try await operation()
    }
  }

  /// Overrides dependencies while an operation runs.
  ///
  /// - Parameters:
  ///   - updateValuesForOperation: Sets the overrides.
  ///   - operation: What runs with them.
  /// - Returns: What the operation returns.
  /// - Throws: What either closure throws.
  @available(*, deprecated, message: "Use 'withDependencies'.")
  public static func withValues<R>(
    _ updateValuesForOperation: (inout Self) throws -> Void,
    operation: () throws -> R
  ) rethrows -> R {
    try withDependencies(updateValuesForOperation, operation: operation)
  }

  /// Overrides dependencies while an operation that can be suspended runs.
  ///
  /// - Parameters:
  ///   - updateValuesForOperation: Sets the overrides.
  ///   - operation: What runs with them, on the caller's actor.
  /// - Returns: What the operation returns.
  /// - Throws: What either closure throws.
  @available(*, deprecated, message: "Use 'await withDependencies'.")
  public static func withValues<R: Sendable>(
    _ updateValuesForOperation: (inout Self) throws -> Void,
    operation: () async throws -> R
  ) async rethrows -> R {
    try await withDependencies(updateValuesForOperation, operation: operation)
  }

  /// Overrides dependencies in the test context while an operation runs.
  ///
  /// - Parameters:
  ///   - updateValuesForOperation: Sets the overrides. The context is the test context already.
  ///   - operation: What runs with them.
  /// - Returns: What the operation returns.
  /// - Throws: What either closure throws.
  @available(
    *, deprecated,
    message: "Use 'withDependencies'. Outside of tests, set '$0.context = .test' in it first."
  )
  public static func withTestValues<R>(
    _ updateValuesForOperation: (inout Self) throws -> Void,
    assert operation: () throws -> R
  ) rethrows -> R {
    try withDependencies {
      $0.context = .test
      try updateValuesForOperation(&$0)
    } operation: {
      try operation()
    }
  }

  /// Overrides dependencies in the test context while an operation runs; both can be suspended.
  ///
  /// - Parameters:
  ///   - updateValuesForOperation: Sets the overrides. The context is the test context already.
  ///   - operation: What runs with them, on the caller's actor.
  /// - Returns: What the operation returns.
  /// - Throws: What either closure throws.
  @available(
    *, deprecated,
    message: "Use 'await withDependencies'. Outside of tests, set '$0.context = .test' in it first."
  )
  public static func withTestValues<R: Sendable>(
    _ updateValuesForOperation: (inout Self) async throws -> Void,
    assert operation: () async throws -> R
  ) async rethrows -> R {
    try await withDependencies {
      $0.context = .test
      try await updateValuesForOperation(&$0)
    } operation: {
      try await operation()
    }
  }
}
