/// What belongs to one test, or to one task or thread that has lost its test.
///
/// Sendable because the values are read and written under the lock only.
package final class TestState: @unchecked Sendable {
  private let lock = Lock()
  private var values: [ObjectIdentifier: any AnyObject & Sendable] = [:]

  /// Makes the state of a test that a trait delimits.
  package init() {}

  /// The state of what is running: of the innermost ``TestState`` scope, of the running test, or of the task or thread
  /// that has lost its test.
  package static var current: TestState {
    if let scoped = TestState.scoped { return scoped }
    if let state = SwiftTesting.shared?.tests.state { return state }
    return XCTestObserver.shared?.state ?? LostWork.state
  }

  /// The state of the scope that a trait opened. It tells apart the repetitions of a test.
  @TaskLocal package static var scoped: TestState?

  func value<Value: AnyObject & Sendable>(for key: TestLocalKey, make: () -> Value) -> Value {
    let identifier = ObjectIdentifier(key)
    if let known = lock.withLock({ values[identifier] }) as? Value { return known }
    let made = make()
    return lock.withLock {
      if let known = values[identifier] as? Value { return known }
      key.note(self)
      values[identifier] = made
      return made
    }
  }

  /// A key forgets its values before it dies, so that no other key is taken for it.
  func removeValue(for key: TestLocalKey) {
    let removed = lock.withLock { values.removeValue(forKey: ObjectIdentifier(key)) }
    withExtendedLifetime(removed) {}
  }
}
