import DependencySupport

/// An object that counts its own deaths.
final class LifetimeTracked: Sendable {
  let name: String
  private let lifetimes: Lifetimes

  init(_ name: String = "", in lifetimes: Lifetimes) {
    self.name = name
    self.lifetimes = lifetimes
    lifetimes.count.withValue { $0 += 1 }
  }

  deinit {
    lifetimes.count.withValue { $0 -= 1 }
  }
}

final class Lifetimes: Sendable {
  fileprivate let count = LockIsolated(0)

  var alive: Int { count.value }
}
