#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A mutual exclusion lock with a condition, for state that is held for a few instructions at a time.
///
/// Never call a user's code while it is held.
///
/// Sendable because the two system objects are made for use from any thread, and are initialised before and destroyed
/// after every other use of the instance.
package final class Lock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Lets other threads take the lock until one of them calls ``wakeAll()``. Call it with the lock held, in a loop that
  /// tests what is waited for.
  package func wait() {
    pthread_cond_wait(condition, mutex)
  }

  /// As ``wait()``, but gives up after a number of milliseconds.
  package func wait(milliseconds: Int) {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += milliseconds / 1_000
    deadline.tv_nsec += (milliseconds % 1_000) * 1_000_000
    if deadline.tv_nsec >= 1_000_000_000 {
      deadline.tv_sec += 1
      deadline.tv_nsec -= 1_000_000_000
    }
    pthread_cond_timedwait(condition, mutex, &deadline)
  }

  package func wakeAll() {
    pthread_cond_broadcast(condition)
  }
}
