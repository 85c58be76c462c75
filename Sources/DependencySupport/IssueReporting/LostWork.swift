#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// What belongs to tasks and threads that have no test.
enum LostWork {
  /// The state of the current task, or of the current thread outside of any.
  static var state: TestState {
    guard let task = CurrentTask.identifier else { return ThreadState.current }
    return tasks.state(of: task)
  }

  private static let tasks = Tasks()

  /// Sendable because the table is read and written under the lock only.
  private final class Tasks: @unchecked Sendable {
    private let lock = Lock()
    private var states: [UInt64: TestState] = [:]

    func state(of task: UInt64) -> TestState {
      lock.withLock {
        if let known = states[task] { return known }
        let state = TestState()
        states[task] = state
        return state
      }
    }
  }
}

private enum CurrentTask {

  private static let getCurrent = RuntimeSymbol.find("swift_task_getCurrent").map {
    unsafeBitCast($0, to: (@convention(c) () -> UnsafeRawPointer?).self)
  }
  private static let getIdentifier = RuntimeSymbol.find("swift_task_getJobTaskId").map {
    unsafeBitCast($0, to: (@convention(c) (UnsafeRawPointer) -> UInt64).self)
  }

  /// A number that no other task of the process has or had, unlike its address.
  static var identifier: UInt64? {
    guard let getCurrent, let getIdentifier, let task = getCurrent() else { return nil }
    return getIdentifier(task)
  }
}

/// The state of a thread, which dies with it.
private enum ThreadState {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { object in
      #if canImport(Darwin)
        Unmanaged<TestState>.fromOpaque(object).release()
      #else
        if let object { Unmanaged<TestState>.fromOpaque(object).release() }
      #endif
    }
    return key
  }()

  static var current: TestState {
    if let object = pthread_getspecific(key) {
      return Unmanaged<TestState>.fromOpaque(object).takeUnretainedValue()
    }
    let state = TestState()
    pthread_setspecific(key, Unmanaged.passRetained(state).toOpaque())
    return state
  }
}
