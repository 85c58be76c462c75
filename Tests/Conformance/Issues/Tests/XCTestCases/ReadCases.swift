import Dependencies
import Weather
import XCTest

/// Each reads a live value that nobody overrides. Every one must fail.
final class UnmockedReadXCTests: XCTestCase {
  func testInTheTest() {
    _ = Forecast().temperature
  }

  func testInADetachedTask() async {
    _ = await Task.detached { Forecast().temperature }.value
  }

  func testInAQueue() async {
    _ = await onQueue { Forecast().temperature }
  }

  func testInAThread() async {
    _ = await onThread { Forecast().temperature }
  }
}

/// Every one must pass, without a word on standard error.
final class OverriddenReadXCTests: XCTestCase {
  func testInTheTest() {
    withDependencies {
      $0.weather.temperature = { 21 }
    } operation: {
      XCTAssertEqual(Forecast().temperature, 21)
    }
  }

  func testInADetachedTask() async {
    let forecast = withDependencies {
      $0.weather = WeatherClient { 21 }
    } operation: {
      Forecast()
    }
    let temperature = await Task.detached { forecast.temperature }.value
    XCTAssertEqual(temperature, 21)
  }

  func testWithoutMakingWhatItReplaces() {
    withDependencies {
      $0.recorded = "overridden"
    } operation: {
      @Dependency(\.recorded) var recorded
      XCTAssertEqual(recorded, "overridden")
    }
    XCTAssertFalse(RecordedKey.wasMade.value)
  }
}

/// The recipe for overriding around every method of a class.
final class InvokedXCTests: XCTestCase {
  override func invokeTest() {
    withDependencies {
      $0.weather = WeatherClient { 21 }
    } operation: {
      super.invokeTest()
    }
  }

  func testSynchronous() {
    XCTAssertEqual(Forecast().temperature, 21)
  }

  func testAsynchronous() async {
    await Task.yield()
    XCTAssertEqual(Forecast().temperature, 21)
  }
}

/// Must fail at the line of the call.
final class BadOverrideXCTests: XCTestCase {
  func testFromAnObjectWithoutDependencies() {
    withDependencies(from: Stranger()) {}  // the line of an override
  }
}

/// Must pass.
final class ExpectedIssueXCTests: XCTestCase {
  func testExpectedIssue() {
    withExpectedIssue { _ = Forecast().temperature }
  }

  func testWarning() {
    reportIssue("only a warning", severity: .warning)
  }
}

/// Each must see a value of its own.
final class CountingXCTests: XCTestCase {
  func testFirst() { XCTAssertEqual(increment(), 1) }
  func testSecond() { XCTAssertEqual(increment(), 1) }

  func testThird() async {
    let first = await Task.detached { increment() }.value
    XCTAssertEqual(first, 1)
    // In XCTest the running method is known to the whole process, and lost work belongs to it.
    let second = await onThread { increment() }
    XCTAssertEqual(second, 2)
  }
}

/// Reports when no test can record it any more. The process must end with a failure.
final class AtTheEndXCTests: XCTestCase {
  func testInAnExitHandler() {
    atexit { reportIssue("at the very end") }
  }
}
