import DependencySupport
import Testing

@testable import DependencySupport

/// All run on the main thread, one piece of work after another, so that yielding is enough to let others go on.
@MainActor @Suite(.serialized, .mainSerialExecutor) struct TestClockTests {
  private let clock = TestClock()
  private let log = LockIsolated<[Int]>([])

  private func sleeper(_ number: Int, _ duration: Duration) -> Task<Void, any Error> {
    Task {
      try await clock.sleep(for: duration)
      log.withValue { $0.append(number) }
    }
  }

  @Test func `sleeps end in the order of their deadlines`() async throws {
    let tasks = [sleeper(3, .seconds(3)), sleeper(1, .seconds(1)), sleeper(2, .seconds(2))]
    await clock.advance(by: .milliseconds(999))
    #expect(log.value == [])
    await clock.advance(by: .milliseconds(1))
    #expect(log.value == [1])
    await clock.advance(by: .seconds(5))
    #expect(log.value == [1, 2, 3])
    #expect(clock.now == .init(offset: .seconds(6)))
    for task in tasks { try await task.value }
  }

  @Test func `a sleep that another one starts ends in the same advance`() async throws {
    let task = Task {
      for _ in 0..<5 {
        try await clock.sleep(for: .seconds(1))
        log.withValue { $0.append($0.count) }
      }
    }
    await clock.advance(by: .seconds(4))
    #expect(log.value == [0, 1, 2, 3])
    await clock.run(timeout: .seconds(60))
    #expect(log.value.count == 5)
    try await task.value
  }

  @Test func `a sleep until now waits for the next advance, one until before does not`()
    async throws
  {
    await clock.advance(by: .seconds(2))
    try await clock.sleep(until: .init(offset: .seconds(1)))
    let task = sleeper(1, .zero)
    await #expect(throws: SuspensionError.self) { try await clock.checkSuspension() }
    await clock.advance()
    try await task.value
    try await clock.checkSuspension()
  }

  @Test func `going back changes nothing`() async {
    await clock.advance(by: .seconds(2))
    await clock.advance(to: .init(offset: .seconds(1)))
    #expect(clock.now == .init(offset: .seconds(2)))
  }

  @Test func `cancellation ends a sleep`() async {
    let task = sleeper(1, .seconds(1))
    await Task.megaYield()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await #expect(throws: Never.self) { try await clock.checkSuspension() }
  }

  @Test func `a task that is cancelled before it sleeps does not sleep`() async {
    for _ in 0..<200 {
      let task = sleeper(1, .seconds(1))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test func `a run that finds no end cancels what sleeps and reports it`() async {
    let task = Task {
      while true { try await clock.sleep(for: .seconds(1)) }
    }
    let reporter = RecordingReporter()
    await withIssueReporters([reporter]) {
      await clock.run(timeout: .zero, line: 1)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(reporter.lines.value.count == 1)
    #expect(
      reporter.lines.value.first?.hasPrefix("1: error: 1 sleep is still suspended after the clock")
        == true)
  }

  @Test func `the next sleep is the earliest, and the first of equals`() {
    var state = TestClockState<Int, String>(now: 0)
    for (deadline, name) in [(2, "c"), (1, "a"), (1, "b")] {
      let sleeps = state.sleep(state.nextIdentifier(), until: deadline, name)
      #expect(sleeps)
    }
    #expect(state.nextDeadline == 1)
    #expect(state.advance(to: 1) == "a")
    #expect(state.end(3) == "b")
    #expect(state.advance(to: 1) == nil)
    #expect(state.endAll() == ["c"])
    #expect(!state.isSleeping)
  }

  @Test func `a timer ticks after each interval and skips what nobody took`() async {
    let (ticks, tick) = AsyncStream.makeStream(of: Duration.self)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      var iterator = clock.timer(interval: .seconds(10)).makeAsyncIterator()
      var gateIterator = gate.makeAsyncIterator()
      guard let first = await iterator.next() else { return }
      tick.yield(.zero)
      _ = await gateIterator.next()
      while let now = await iterator.next() { tick.yield(first.duration(to: now)) }
      tick.finish()
    }
    await clock.advance(by: .seconds(10))
    await clock.advance(by: .seconds(25))
    open.yield()
    await clock.advance(by: .seconds(5))
    await clock.advance(by: .seconds(10))
    task.cancel()
    var found: [Duration] = []
    for await duration in ticks { found.append(duration) }
    #expect(found == [.zero, .seconds(30), .seconds(40)])
  }
}

@Suite struct OtherClockTests {
  @Test func `an immediate clock sleeps without waiting`() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(3600))
    try await clock.sleep(until: .init(offset: .seconds(1)))
    #expect(clock.now == .init(offset: .seconds(3600)))
    let task = Task {
      try? await Task.never()
      try await clock.sleep(for: .seconds(1))
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `an erased clock does what its clock does`() async throws {
    let base = TestClock()
    await base.advance(by: .seconds(10))
    let clock = AnyClock(base)
    let start = clock.now
    let task = Task { try await clock.sleep(for: .seconds(2)) }
    // Time must not pass before the task sleeps.
    while (try? await base.checkSuspension()) != nil {}
    await base.advance(by: .seconds(2))
    try await task.value
    #expect(start.duration(to: clock.now) == .seconds(2))
    base.minimumResolution = .seconds(1)
    #expect(clock.minimumResolution == .seconds(1))
  }

  @Test func `an unimplemented clock reports where its maker says`() async throws {
    let reporter = RecordingReporter()
    try await withIssueReporters([reporter]) {
      let here = UnimplementedClock(name: "Clock A", line: 1)
      try await here.sleep(for: .seconds(1))
      _ = UnimplementedClock(ImmediateClock(), name: "Clock B", line: 2).minimumResolution
      let clock: some Clock<Duration> = .unimplemented(line: 3)
      _ = clock.now
    }
    #expect(
      reporter.lines.value == [
        "1: error: Unimplemented: Clock A.now", "1: error: Unimplemented: Clock A.sleep",
        "2: error: Unimplemented: Clock B.minimumResolution",
        "3: error: Unimplemented: Clock.now",
      ])
  }
}

private struct MainSerialExecutorTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    uncheckedUseMainSerialExecutor = true
    defer { uncheckedUseMainSerialExecutor = false }
    try await function()
  }
}

extension Trait where Self == MainSerialExecutorTrait {
  fileprivate static var mainSerialExecutor: Self { Self() }
}
