#if canImport(SwiftUI)
  public import SwiftUI

  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  extension EnvironmentValues {
    /// The clock that views sleep on, as `ContinuousClock`.
    public var continuousClock: any Clock<Duration> {
      get { self[ContinuousClockKey.self] }
      set { self[ContinuousClockKey.self] = newValue }
    }

    /// The clock that views sleep on, as `SuspendingClock`.
    public var suspendingClock: any Clock<Duration> {
      get { self[SuspendingClockKey.self] }
      set { self[SuspendingClockKey.self] = newValue }
    }
  }

  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  private enum ContinuousClockKey: EnvironmentKey {
    static var defaultValue: any Clock<Duration> { ContinuousClock() }
  }

  @available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
  private enum SuspendingClockKey: EnvironmentKey {
    static var defaultValue: any Clock<Duration> { SuspendingClock() }
  }
#endif
