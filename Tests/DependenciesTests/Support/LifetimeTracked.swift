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

  /// An object whose death is counted in the same place.
  func another(_ name: String) -> LifetimeTracked {
    LifetimeTracked(name, in: lifetimes)
  }

  deinit {
    lifetimes.count.withValue { $0 -= 1 }
  }
}

final class Lifetimes: Sendable {
  fileprivate let count = LockIsolated(0)

  var alive: Int { count.value }
}
