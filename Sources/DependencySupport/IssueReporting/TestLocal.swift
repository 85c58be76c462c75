/// A value that each running test has of its own.
///
/// It is made for each Swift Testing test and argument, for each XCTest method, and for each scope that a trait of
/// `DependenciesTestSupport` opens, which tells repetitions apart. In XCTest the running method is known to the whole
/// process, so work on any thread belongs to it. Work that has lost its Swift Testing test gets a value made for its
/// task or thread. A value lives as long as its XCTest method, scope or thread; those of Swift Testing tests and of
/// tasks, whose end cannot be seen, live as long as the process.
///
/// Made for tests: outside of them use a plain value.
package final class TestLocal<Value: AnyObject & Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let key = TestLocalKey()

  /// - Parameter make: Makes the value of a test. It is called without a lock held, and now and then for a value that
  ///   is thrown away because another thread was faster.
  package init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
  }

  deinit {
    key.forget()
  }

  /// The value of what is running.
  package var current: Value {
    TestState.current.value(for: key, make: make)
  }

  /// Forgets the values of all tests. The next read in each makes a new one.
  package func removeAll() {
    key.forget()
  }
}

/// What values are stored under, and where they are.
///
/// Sendable because what changes is read and written under the lock only.
final class TestLocalKey: @unchecked Sendable {
  private struct Holder {
    weak var state: TestState?
  }

  private let lock = Lock()
  private var holders: [Holder] = []

  func note(_ state: TestState) {
    lock.withLock { holders.append(Holder(state: state)) }
  }

  func forget() {
    let holders = lock.withLock {
      defer { self.holders = [] }
      return self.holders
    }
    for holder in holders { holder.state?.removeValue(for: self) }
  }
}
