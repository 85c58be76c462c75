public import Dependencies
import Dispatch
import Foundation

/// A client that has a live value and nothing for tests.
public struct WeatherClient: Sendable {
  public var temperature: @Sendable () -> Double

  public init(temperature: @escaping @Sendable () -> Double) {
    self.temperature = temperature
  }
}

extension WeatherClient: DependencyKey {
  public static let liveValue = WeatherClient { 99 }
}

extension DependencyValues {
  public var weather: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }
}

public struct Forecast: Sendable {
  @Dependency(\.weather) var weather  // the line of a read

  public init() {}

  public var temperature: Double { weather.temperature() }
}

/// Has no dependency.
public final class Stranger {
  public init() {}
}

/// A value that is shared with whoever gets the same one.
public final class Counter: Sendable {
  private let count = LockIsolated(0)

  public init() {}

  public func increment() -> Int {
    count.withValue {
      $0 += 1
      return $0
    }
  }
}

public enum CounterKey: TestDependencyKey {
  public static var testValue: Counter { Counter() }
}

public func increment() -> Int {
  @Dependency(CounterKey.self) var counter
  return counter.increment()
}

/// A key whose test value says that it was made.
public enum RecordedKey: TestDependencyKey {
  public static let wasMade = LockIsolated(false)

  public static var testValue: String {
    wasMade.setValue(true)
    return "made"
  }
}

extension DependencyValues {
  public var recorded: String {
    get { self[RecordedKey.self] }
    set { self[RecordedKey.self] = newValue }
  }
}

// MARK: - Ways of losing the test

/// Runs work in a closure of Grand Central Dispatch.
public func onQueue<Result: Sendable>(
  _ work: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: work()) }
  }
}

/// Runs work on a thread of its own.
public func onThread<Result: Sendable>(
  _ work: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: work()) }.start()
  }
}

// MARK: - Five keys

public struct Number1: TestDependencyKey { public static var testValue: Int { -1 } }
public struct Number2: TestDependencyKey { public static var testValue: Int { -1 } }
public struct Number3: TestDependencyKey { public static var testValue: Int { -1 } }
public struct Number4: TestDependencyKey { public static var testValue: Int { -1 } }
public struct Number5: TestDependencyKey { public static var testValue: Int { -1 } }

public struct Numbers: Sendable {
  @Dependency(Number1.self) var one
  @Dependency(Number2.self) var two
  @Dependency(Number3.self) var three
  @Dependency(Number4.self) var four
  @Dependency(Number5.self) var five

  public init() {}

  public var all: [Int] { [one, two, three, four, five] }

  public static func override(in values: inout DependencyValues, with number: Int) {
    values[Number1.self] = number
    values[Number2.self] = number + 1
    values[Number3.self] = number + 2
    values[Number4.self] = number + 3
    values[Number5.self] = number + 4
  }
}
