/// A value that any thread can read and change, one at a time.
///
/// The lock is held while the closures that are passed run, so that a change is one step for every other thread. It is
/// recursive: a closure may use the same instance again. Do not wait in a closure for another thread that uses the
/// instance.
///
/// ```swift
/// let names = LockIsolated<[String]>([])
/// names.withValue { $0.append("Blob") }
/// ```
///
/// Sendable because the value is only reached with the lock held.
@dynamicMemberLookup
public final class LockIsolated<Value>: @unchecked Sendable {
  private let lock = RecursiveLock()
  private var isolated: Value

  /// Isolates a value.
  ///
  /// - Parameter value: The value.
  /// - Throws: What the expression for the value throws.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    isolated = try value()
  }

  /// A part of the value.
  public subscript<Subject: Sendable>(dynamicMember keyPath: KeyPath<Value, Subject>) -> Subject {
    lock.withLock { isolated[keyPath: keyPath] }
  }

  /// Reads or changes the value with the lock held.
  ///
  /// A use of the instance from inside the closure sees the value as it was before, and is overwritten when the closure
  /// ends. The change is kept if the closure throws.
  ///
  /// - Parameter operation: What to do with the value.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public func withValue<T: Sendable>(
    _ operation: @Sendable (inout Value) throws -> T
  ) rethrows -> T {
    try lock.withLock {
      var value = isolated
      defer { isolated = value }
      return try operation(&value)
    }
  }

  /// Replaces the value. The expression is evaluated with the lock held.
  ///
  /// - Parameter newValue: The new value.
  /// - Throws: What the expression throws.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    try lock.withLock { isolated = try newValue() }
  }
}

extension LockIsolated where Value: Sendable {
  /// A copy of the value.
  public var value: Value {
    lock.withLock { isolated }
  }
}
