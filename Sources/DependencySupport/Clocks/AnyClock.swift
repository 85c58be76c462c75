/// A clock that hides which clock it is, where `any Clock<Duration>` cannot be used.
@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public final class AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in time, as the time since the wrapper was made.
  public struct Instant: InstantProtocol {
    fileprivate let offset: Duration

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

  private let offset: @Sendable () -> Duration
  private let resolution: @Sendable () -> Duration
  private let wait: @Sendable (_ deadline: Duration, _ tolerance: Duration?) async throws -> Void

  /// Wraps a clock.
  ///
  /// - Parameter clock: The clock.
  public init<C: Clock>(_ clock: C) where C.Instant.Duration == Duration {
    let start = clock.now
    offset = { start.duration(to: clock.now) }
    resolution = { clock.minimumResolution }
    wait = { deadline, tolerance in
      try await clock.sleep(until: start.advanced(by: deadline), tolerance: tolerance)
    }
  }

  /// The time of the wrapped clock.
  public var now: Instant {
    Instant(offset: offset())
  }

  /// The resolution of the wrapped clock.
  public var minimumResolution: Duration {
    resolution()
  }

  /// Sleeps on the wrapped clock.
  ///
  /// - Parameters:
  ///   - deadline: When to go on.
  ///   - tolerance: How late it may be.
  /// - Throws: What the wrapped clock throws, as a rule `CancellationError`.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await wait(deadline.offset, tolerance)
  }
}
