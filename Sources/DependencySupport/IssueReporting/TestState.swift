/// What belongs to one test, or to one task or thread that has lost its test.
///
/// Sendable because the values are read and written under the lock only.
package final class TestState: @unchecked Sendable {
  private struct Stored {
    let generation: UInt
    let value: any AnyObject & Sendable
  }

  private let lock = Lock()
  private var values: [ObjectIdentifier: Stored] = [:]

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

  func value<Value: AnyObject & Sendable>(
    for key: ObjectIdentifier, generation: UInt, make: () -> Value
  ) -> Value {
    func find() -> Value? {
      guard let stored = values[key], stored.generation == generation else { return nil }
      return stored.value as? Value
    }
    if let known = lock.withLock(find) { return known }
    let made = make()
    return lock.withLock {
      if let known = find() { return known }
      values[key] = Stored(generation: generation, value: made)
      return made
    }
  }
}
