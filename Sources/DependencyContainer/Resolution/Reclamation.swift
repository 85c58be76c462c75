import CDependencyAtomics
import DependencySupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Keeps what was replaced in a table until every thread that may be looking at it has finished its resolution.
///
/// A thread writes the current epoch into its record when its outermost resolution begins and zero when it is over. What is
/// replaced is stamped with the epoch of its replacement, and is released when no record shows an epoch up to that one.
///
/// Sendable because the lists are touched only under `lock`, and the words only atomically.
final class Reclamation: @unchecked Sendable {
  static let shared = Reclamation()

  private let lock = Lock()
  private var epochs: Set<UnsafeMutablePointer<UInt>> = []
  private var retired: [(epoch: UInt, object: AnyObject)] = []
  private let threadKey: pthread_key_t
  let epoch: UnsafeMutablePointer<UInt> = .allocate(capacity: 1)
  let hasRetired: UnsafeMutablePointer<UInt> = .allocate(capacity: 1)

  private init() {
    epoch.initialize(to: 1)
    hasRetired.initialize(to: 0)
    var key = pthread_key_t()
    pthread_key_create(&key) { address in
      #if canImport(Darwin)
        Reclamation.shared.forget(address.assumingMemoryBound(to: ResolverThread.self))
      #else
        guard let address else { return }
        Reclamation.shared.forget(address.assumingMemoryBound(to: ResolverThread.self))
      #endif
    }
    threadKey = key
  }

  func remember(_ thread: UnsafeMutablePointer<ResolverThread>) {
    let epoch = thread.pointee.epoch
    lock.withLock { _ = epochs.insert(epoch) }
    pthread_setspecific(threadKey, thread)
  }

  private func forget(_ thread: UnsafeMutablePointer<ResolverThread>) {
    graft_set_current_resolver_thread(nil)
    let epoch = thread.pointee.epoch
    lock.withLock { _ = epochs.remove(epoch) }
    ResolverThread.destroy(thread)
  }

  /// Releases an object, which no table leads to any more, as soon as no reader can have it.
  func retire(_ object: AnyObject) {
    lock.withLock {
      let now = graft_increment_sequential(epoch)
      retired.append((now - 1, object))
      graft_store_sequential(hasRetired, 1)
    }
    collect()
  }

  func collect() {
    var dead: [AnyObject] = []
    lock.withLock {
      let oldest =
        epochs.lazy
        .map { graft_load_sequential($0) }
        .filter { $0 != 0 }.min() ?? UInt.max
      dead = retired.filter { $0.epoch < oldest }.map(\.object)
      retired.removeAll { $0.epoch < oldest }
      if retired.isEmpty { graft_store_sequential(hasRetired, 0) }
    }
    dead.removeAll()
  }
}
