import DependencySupport

/// A dependency that takes an `await` to make.
///
/// ```swift
/// private enum DatabaseKey: DependencyKey {
///   static var liveValue: AsyncDependency<Database> {
///     AsyncDependency { try await Database.open() }
///   }
/// }
///
/// @Dependency(\.database) var database
/// try await database.value.insert(row)
/// ```
///
/// One creation serves all who wait for it. Its value is kept; an error reaches all of them and is not kept, so the next read
/// tries again. Who waits under other overrides than those that it read begins one of their own then. Who is cancelled stops
/// waiting; when nobody waits any more, the creation is cancelled.
///
/// What was made while something that it read was overridden is seen only where that override holds. Values that wait for each
/// other are an issue with their path, and the one that closes the cycle throws.
public struct AsyncDependency<Value: Sendable>: Sendable {
  let creation: AsyncCreation<Value>

  /// A dependency that is made at its first read.
  ///
  /// - Parameter create: Makes the value. It sees the dependencies of the scope that reads first, and may read others.
  public init(_ create: @escaping @Sendable () async throws -> Value) {
    creation = AsyncCreation(create)
  }

  /// A dependency that is there already, for tests.
  ///
  /// - Parameter value: The value.
  @_disfavoredOverload  // so that a trailing closure creates
  public init(value: Value) {
    creation = AsyncCreation(value: value)
  }

  /// The value, made now if it was not made before.
  ///
  /// - Throws: What the creation throws, `CancellationError` if the reader was cancelled, or an error that names the cycle which
  ///   the read would close.
  public var value: Value {
    get async throws { try await creation.value(in: .seen) }
  }
}

// MARK: - At the start of a program

extension AsyncDependency where Value == Void {
  /// Makes several values side by side, so that later reads do not wait.
  ///
  /// ```swift
  /// try await AsyncDependency.prepare(database, session)
  /// ```
  ///
  /// - Parameter dependencies: What to make.
  /// - Throws: The first error. The other creations are no longer waited for.
  public static func prepare<each Prepared: Sendable>(
    _ dependencies: repeat AsyncDependency<each Prepared>
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for dependency in repeat each dependencies {
        group.addTask { _ = try await dependency.value }
      }
      try await group.waitForAll()
    }
  }
}
