import DependencySupport

final class LockIsolated<Value>: @unchecked Sendable {
  var v: Value; let l = Lock(); init(_ v: Value) { self.v = v }
  func withValue<T: Sendable>(_ operation: @Sendable (inout Value) throws -> T) rethrows -> T {
    try l.withLock { try operation(&v) }
  }
}
