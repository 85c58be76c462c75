import Dependencies
import Testing
import Weather

/// Each reads a live value that nobody overrides. Every one must fail.
@Suite struct UnmockedRead {
  @Test func inTheTest() {
    _ = Forecast().temperature
  }

  @Test func inADetachedTask() async {
    _ = await Task.detached { Forecast().temperature }.value
  }

  @Test func inAQueue() async {
    _ = await onQueue { Forecast().temperature }
  }

  @Test func inAThread() async {
    _ = await onThread { Forecast().temperature }
  }
}

/// Every one must pass, without a word on standard error.
@Suite struct OverriddenRead {
  @Test func inTheTest() {
    withDependencies {
      $0.weather.temperature = { 21 }
    } operation: {
      #expect(Forecast().temperature == 21)
    }
  }

  @Test func inADetachedTask() async {
    let forecast = withDependencies {
      $0.weather = WeatherClient { 21 }
    } operation: {
      Forecast()
    }
    #expect(await Task.detached { forecast.temperature }.value == 21)
  }

  @Test func inAQueueAndAThread() async {
    let forecast = withDependencies {
      $0.weather = WeatherClient { 21 }
    } operation: {
      Forecast()
    }
    #expect(await onQueue { forecast.temperature } == 21)
    #expect(await onThread { forecast.temperature } == 21)
  }

  @Test func withoutMakingWhatItReplaces() {
    withDependencies {
      $0.recorded = "overridden"
    } operation: {
      @Dependency(\.recorded) var recorded
      #expect(recorded == "overridden")
    }
    #expect(!RecordedKey.wasMade.value)
  }
}

/// Must fail at the line of the call.
@Suite struct BadOverride {
  @Test func fromAnObjectWithoutDependencies() {
    withDependencies(from: Stranger()) {}  // the line of an override
  }
}

/// Must pass.
@Suite struct ExpectedIssues {
  @Test func knownIssue() {
    withKnownIssue { _ = Forecast().temperature }
  }

  @Test func expectedIssue() {
    withExpectedIssue { _ = Forecast().temperature }
  }

  @Test func warning() {
    reportIssue("only a warning", severity: .warning)
  }
}
