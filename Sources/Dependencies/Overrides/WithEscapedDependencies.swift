/// Carries the current dependencies into closures that outlive the scope.
///
/// Task-locals follow structured concurrency and `Task { }`, not other escaping closures:
///
/// ```swift
/// withEscapedDependencies { dependencies in
///   DispatchQueue.main.async {
///     dependencies.yield {
///       // The values at the call of withEscapedDependencies.
///     }
///   }
/// }
/// ```
///
/// - Parameter operation: Is handed the current values. It may keep them.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public func withEscapedDependencies<R>(
  _ operation: (DependencyValues.Continuation) throws -> R
) rethrows -> R {
  try operation(DependencyValues.Continuation())
}

/// Carries the current dependencies into closures that outlive the scope.
///
/// - Parameter operation: Is handed the current values. It may keep them, and can be suspended.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public func withEscapedDependencies<R>(
  _ operation: (DependencyValues.Continuation) async throws -> R
) async rethrows -> R {
  try await operation(DependencyValues.Continuation())
}

extension DependencyValues {
  /// Dependencies that were carried out of their scope; see `withEscapedDependencies`.
  ///
  /// It can be used any number of times, from any thread.
  public struct Continuation: Sendable {
    @usableFromInline let values = DependencyValues.seenAsOne

    fileprivate init() {}

    /// Runs an operation with exactly the dependencies that were carried along.
    ///
    /// - Parameter operation: What to run.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    @inlinable
    public func yield<R>(_ operation: () throws -> R) rethrows -> R {
      try DependencyValues.$_current.withValue(values) { try ReadFrame.leave(operation) }
    }

    /// Runs an operation that can be suspended with exactly the dependencies that were carried along.
    ///
    /// - Parameter operation: What to run.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    public func yield<R>(_ operation: () async throws -> R) async rethrows -> R {
      try await DependencyValues.$_current.withValue(values, operation: operation)
    }
  }
}
