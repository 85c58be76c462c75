import Foundation

/// A value behind a lock.
///
/// `@unchecked Sendable` is sound because the value is reached only through `withLock`, which holds the lock.
final class Protected<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
