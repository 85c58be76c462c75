import Dependencies
import DependenciesTestSupport
import Testing
import Weather

/// Every one must pass, without a word on standard error.
@Suite(.dependency(\.weather, WeatherClient { 21 }))
struct OverriddenByTrait {
  @Test func ofTheSuite() {
    #expect(Forecast().temperature == 21)
  }

  @Test(.dependency(\.weather.temperature, { 22 })) func ofTheTest() {
    #expect(Forecast().temperature == 22)
  }

  @Test(.dependencies { $0.weather = WeatherClient { 23 } }, arguments: 1...3)
  func ofEachArgument(argument: Int) async {
    #expect(await Task { Forecast().temperature }.value == 23)
  }

  @Test(.dependency(\.recorded, "overridden")) func withoutMakingWhatItReplaces() {
    @Dependency(\.recorded) var recorded
    #expect(recorded == "overridden")
    #expect(!RecordedKey.wasMade.value)
  }

  @Suite struct Nested {
    @Test func ofTheSuiteAround() {
      #expect(Forecast().temperature == 21)
    }
  }
}

/// Each must see a value of its own, in each repetition too.
@Suite(.dependencies) struct CountingInRepetitions {
  @Test func once() { #expect(increment() == 1) }

  @Test(arguments: 1...3) func forEachArgument(argument: Int) { #expect(increment() == 1) }
}

struct Refusal: Error, CustomStringConvertible {
  var description: String { "the trait refused" }
}

/// Must fail, and not run.
@Suite struct RefusedByTrait {
  @Test(.dependencies { _ in throw Refusal() }) func isNotRun() {
    print("the test ran")
  }
}
