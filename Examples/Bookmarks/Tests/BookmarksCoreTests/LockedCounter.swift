import Synchronization

/// A number that a test and the code under test share.
final class LockedCounter: Sendable {
  private let number = Mutex(0)

  var value: Int {
    number.withLock { $0 }
  }

  func increment() {
    number.withLock { $0 += 1 }
  }
}
