import DependencySupport

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension DependencyValues {
  /// The clock that goes on while the machine sleeps. In tests every use is an issue, unless it is overridden.
  ///
  /// In a test, override it with an `ImmediateClock`, which does not wait, or a `TestClock`, whose time the test moves.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// The clock that stands still while the machine sleeps. In tests every use is an issue, unless it is overridden.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
private enum ContinuousClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
  static var testValue: any Clock<Duration> {
    unimplementedClock(ContinuousClock(), name: "ContinuousClock", for: Self.self)
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
private enum SuspendingClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { SuspendingClock() }
  static var testValue: any Clock<Duration> {
    unimplementedClock(SuspendingClock(), name: "SuspendingClock", for: Self.self)
  }
}

/// A clock whose uses are issues at the `@Dependency` that it is made for, because it cannot tell who uses it.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
private func unimplementedClock<Key: TestDependencyKey>(
  _ clock: some Clock<Duration>, name: String, for key: Key.Type
) -> any Clock<Duration> {
  guard let recorder = DependencyValues._current.storage?.recorder, recorder.keyType == key else {
    return UnimplementedClock(clock, name: name)
  }
  let place = recorder.subject.location
  return UnimplementedClock(
    clock, name: name, fileID: place.fileID, filePath: place.filePath, line: place.line,
    column: place.column)
}
