import Foundation

/// Runs closures on threads of their own, with the dependencies of the caller's scope, and waits for all of them.
func onThreads(_ bodies: [@Sendable () -> Void]) {
  let group = DispatchGroup()
  for body in bodies {
    group.enter()
    Thread.detachNewThread {
      body()
      group.leave()
    }
  }
  group.wait()
}

/// A point that a number of threads must reach before any goes on.
final class Rendezvous: Sendable {
  private let condition = NSCondition()
  private nonisolated(unsafe) var missing: Int  // under the condition's lock

  init(_ count: Int) {
    missing = count
  }

  func arrive() {
    condition.withLock {
      missing -= 1
      condition.broadcast()
      while missing > 0 { condition.wait() }
    }
  }
}

/// A point at which a number of threads meet again and again.
final class CyclicBarrier: Sendable {
  private let condition = NSCondition()
  private let count: Int
  private nonisolated(unsafe) var arrived = 0  // under the condition's lock
  private nonisolated(unsafe) var round = 0  // under the condition's lock

  init(_ count: Int) {
    self.count = count
  }

  func arrive() {
    condition.withLock {
      let current = round
      arrived += 1
      guard arrived < count else {
        arrived = 0
        round += 1
        condition.broadcast()
        return
      }
      while round == current { condition.wait() }
    }
  }
}
