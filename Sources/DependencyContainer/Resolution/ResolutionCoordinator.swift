import DependencySupport

/// Holds the state machine under a lock, and lets threads wait.
///
/// Sendable because the machine is touched only under `lock`. No factory, action or storage of a program runs while it is held.
final class ResolutionCoordinator: @unchecked Sendable {
  typealias Machine = ResolutionStateMachine<
    ObjectIdentifier, UInt, AnyInstance, ResolutionError.Step
  >
  typealias Thread = UnsafeMutablePointer<ResolverThread>

  static let shared = ResolutionCoordinator()

  private let lock = Lock()
  private var machine = Machine()
  private var lastSession: UInt = 0

  /// Asks for a storage's instance and waits while another session makes it.
  func request(
    _ storage: AnyObject, by thread: Thread, path: () -> [Machine.Node]
  ) -> Machine.Answer {
    let storage = ObjectIdentifier(storage)
    return lock.withLock {
      if thread.pointee.session == 0 {
        lastSession += 1
        thread.pointee.session = lastSession
      }
      let session = thread.pointee.session
      var answer = machine.request(storage, by: session, path: path)
      guard case .wait = answer else { return answer }
      lock.wakeAll()
      while case .wait = answer {
        lock.wait()
        answer = machine.resume(session)
      }
      return answer
    }
  }

  /// The factories that run on a thread, from the outermost.
  static func nodes(of thread: Thread) -> [Machine.Node] {
    ResolverThread.frames(thread).map { node(of: $0.pointee.registration.takeUnretainedValue()) }
  }

  static func node(of registration: Registration) -> Machine.Node {
    Machine.Node(
      storage: ObjectIdentifier(registration.entry.storage), step: registration.step)
  }

  func store(_ instance: AnyInstance, in storage: AnyObject) {
    lock.withLock { machine.store(instance, in: ObjectIdentifier(storage)) }
  }

  func stored(in storage: AnyObject, by thread: Thread) -> AnyInstance? {
    lock.withLock { machine.stored(in: ObjectIdentifier(storage), by: thread.pointee.session) }
  }

  func release(_ storage: AnyObject, by thread: Thread) {
    lock.withLock {
      machine.release(ObjectIdentifier(storage), by: thread.pointee.session)
      lock.wakeAll()
    }
  }

  /// Waits until what the thread's instances lead to is finished too, then shows them to everybody.
  func end(_ thread: Thread) {
    let session = thread.pointee.session
    lock.withLock {
      var ending = machine.end(session)
      lock.wakeAll()
      while case .wait = ending {
        lock.wait()
        ending = machine.resumeEnding(session)
      }
    }
    let held = thread.pointee.held
    thread.pointee.held.removeAll()
    for instance in held { instance.publish() }
    for instance in held { instance.entry.isClaimed = false }
    lock.withLock {
      for instance in held {
        machine.release(ObjectIdentifier(instance.storage), by: session)
      }
      machine.leave(session)
      lock.wakeAll()
    }
    thread.pointee.session = 0
  }
}

extension ResolverThread.Held {
  func publish() {
    (storage as? PermanentStorage)?.publish(instance)
  }
}
