internal import DependencySupport

/// The storage of an endpoint that belongs to a type, which every thread may call and override.
///
/// Sendable because the value is read and written under the lock alone, and endpoints of a type are `@Sendable`.
public final class _SharedEndpoint<Value>: @unchecked Sendable {
  private let lock = Lock()
  private var current: Value

  public init(_ value: Value) {
    current = value
  }

  public var value: Value {
    get { lock.withLock { current } }
    set {
      // What is replaced goes away after the lock, since its end may run a user's code.
      var replaced = newValue
      lock.withLock { swap(&current, &replaced) }
    }
  }
}
