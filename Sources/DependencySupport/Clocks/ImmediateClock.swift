/// A clock on which every sleep ends at once, with the time that it waited for on the clock.
///
/// Sendable because the time is read and written under the lock only.
@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public final class ImmediateClock<Duration>: Clock, @unchecked Sendable
where Duration: DurationProtocol, Duration: Hashable {
  /// A point in the time of an immediate clock, which starts at zero.
  public struct Instant: InstantProtocol {
    private let offset: Duration

    /// Makes an instant.
    ///
    /// - Parameter offset: The time since the start.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    public func advanced(by duration: Duration) -> Self {
      Self(offset: offset + duration)
    }

    public func duration(to other: Self) -> Duration {
      other.offset - offset
    }

    public static func < (left: Self, right: Self) -> Bool {
      left.offset < right.offset
    }
  }

  private let lock = Lock()
  private var time: Instant

  /// Makes a clock.
  ///
  /// - Parameter now: The time that it shows at first.
  public init(now: Instant = Instant()) {
    time = now
  }

  /// The latest time that anyone slept until.
  public var now: Instant {
    lock.withLock { time }
  }

  /// Zero.
  public var minimumResolution: Duration { .zero }

  /// Sets the clock to a time and goes on, after other tasks had a chance to run.
  ///
  /// - Parameters:
  ///   - deadline: The time. A past one leaves the clock as it is.
  ///   - tolerance: Not used.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    lock.withLock { time = max(time, deadline) }
    await Task.megaYield()
  }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
extension ImmediateClock where Duration == Swift.Duration {
  /// Makes a clock that shows zero.
  public convenience init() {
    self.init(now: Instant())
  }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A new clock on which every sleep ends at once.
  public static var immediate: Self { Self() }
}
