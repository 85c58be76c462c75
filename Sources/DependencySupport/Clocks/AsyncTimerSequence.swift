@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
extension Clock where Duration: Hashable {
  /// A sequence that emits the time again and again.
  ///
  /// The first element comes after one interval. Elements stay on the grid of intervals; those that nobody was there to
  /// take are skipped.
  ///
  /// - Parameters:
  ///   - interval: The time between two elements.
  ///   - tolerance: How late an element may be.
  /// - Returns: The sequence. It ends when the task that iterates it is cancelled.
  public func timer(
    interval: Self.Duration, tolerance: Self.Duration? = nil
  ) -> _AsyncTimerSequence<AnyClock<Duration>> {
    _AsyncTimerSequence(interval: interval, tolerance: tolerance, clock: AnyClock(self))
  }
}

/// The sequence that a clock's `timer(interval:tolerance:)` returns.
@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public struct _AsyncTimerSequence<C: Clock>: AsyncSequence, Sendable {
  public typealias Element = C.Instant

  let interval: C.Instant.Duration
  let tolerance: C.Instant.Duration?
  let clock: C

  public func makeAsyncIterator() -> Iterator {
    Iterator(interval: interval, tolerance: tolerance, clock: clock)
  }

  /// The iterator of a timer.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    fileprivate let interval: C.Instant.Duration
    fileprivate let tolerance: C.Instant.Duration?
    fileprivate let clock: C
    fileprivate var last: C.Instant?
    fileprivate var hasEnded = false

    /// Waits for the next element.
    ///
    /// - Returns: The time after the wait, or nil once the task is cancelled.
    public mutating func next() async -> C.Instant? {
      guard !hasEnded else { return nil }
      let deadline = nextDeadline()
      do {
        try await clock.sleep(until: deadline, tolerance: tolerance)
      } catch {
        hasEnded = true
        return nil
      }
      last = deadline
      return clock.now
    }

    private func nextDeadline() -> C.Instant {
      let now = clock.now
      let last = last ?? now
      let next = last.advanced(by: interval)
      guard interval > .zero, next < now else { return next }
      let missed = (next.duration(to: now) / interval).rounded(.up)
      guard let missed = Int(exactly: missed) else { return now }
      return next.advanced(by: interval * missed)
    }
  }
}
