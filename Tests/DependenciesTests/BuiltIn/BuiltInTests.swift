import Dependencies
import DependencySupport
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct BuiltInTests {
  private func issues(_ body: () -> Void) -> [String] {
    let collector = IssueCollector()
    collector.collect { DependencyValues.$_current.withValue(.test, operation: body) }
    return collector.messages
  }

  @Test func `a date is set by the test`() {
    let date = Date(timeIntervalSince1970: 1_234_567_890)
    withDependencies {
      $0.date.now = date
    } operation: {
      @Dependency(\.date) var generator
      @Dependency(\.date.now) var now
      #expect(generator() == date)
      #expect(now == date)
      #expect(generator.now == date)
    }
    withDependencies {
      $0.date = .constant(date)
    } operation: {
      @Dependency(\.date.now) var now
      #expect(now == date)
    }
  }

  @Test
  func `the real date, locale, calendar, time zone, numbers and identifiers are issues in a test`()
  {
    let messages = issues {
      @Dependency(\.date) var date
      @Dependency(\.uuid) var uuid
      @Dependency(\.locale) var locale
      @Dependency(\.calendar) var calendar
      @Dependency(\.timeZone) var timeZone
      @Dependency(\.preferredLocales) var preferredLocales
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      _ = (date(), uuid(), locale, calendar, timeZone, preferredLocales)
      _ = withRandomNumberGenerator { $0.next() }
    }
    #expect(messages.count == 7)
    #expect(messages.allSatisfy { $0.contains("has no test value") })
    #expect(messages.contains { $0.contains(#"@Dependency(\.preferredLocales)"#) })
  }

  @Test func `they are not in a live context`() {
    let collector = IssueCollector()
    collector.collect {
      DependencyValues.$_current.withValue(.live) {
        @Dependency(\.date.now) var now
        #expect(abs(now.timeIntervalSinceNow) < 60)
        @Dependency(\.uuid) var uuid
        #expect(uuid() != uuid())
        @Dependency(\.preferredLocales) var preferredLocales
        #expect(preferredLocales == Locale.preferredLanguages.map(Locale.init(identifier:)))
      }
    }
    #expect(collector.messages == [])
  }

  @Test func `identifiers count up, anew in each scope`() {
    for _ in 0..<2 {
      withDependencies {
        $0.uuid = .incrementing
      } operation: {
        @Dependency(\.uuid) var uuid
        #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000000")
        #expect(uuid() == UUID(1))
      }
    }
  }

  @Test(arguments: [
    (0, "00000000-0000-0000-0000-000000000000"),
    (42, "00000000-0000-0000-0000-00000000002A"),
    (-1, "00000000-0000-0001-0000-000000000001"),
    (Int.max, "00000000-0000-0000-7FFF-FFFFFFFFFFFF"),
    (Int.min, "00000000-0000-0001-8000-000000000000"),
  ])
  func `an identifier is made of any number`(number: Int, text: String) {
    #expect(UUID(number).uuidString == text)
  }

  @Test func `a generator of numbers keeps its state, and errors pass through it`() {
    struct Failure: Error {}
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      #expect(withRandomNumberGenerator { $0.next() } == 1)
      #expect(throws: Failure.self) {
        try withRandomNumberGenerator { generator -> Void in
          _ = generator.next()
          throw Failure()
        }
      }
      #expect(withRandomNumberGenerator { $0.next() } == 3)
    }
  }

  private struct Counting: RandomNumberGenerator, Sendable {
    var count: UInt64 = 0

    mutating func next() -> UInt64 {
      count += 1
      return count
    }
  }

  @Test func `assertions that fail are issues, and those that hold evaluate no message`() {
    let messages = issues {
      @Dependency(\.assert) var assert
      @Dependency(\.precondition) var precondition
      @Dependency(\.assertionFailure) var assertionFailure
      assert(
        true,
        {
          Issue.record("evaluated"); return ""
        }())
      assert(1 + 1 == 3, "arithmetic")
      precondition(false, "requirement")
      assertionFailure("reached")
    }
    #expect(messages == ["arithmetic", "requirement", "reached"])
  }

  @Test func `a clock is an issue in a test unless it is overridden`() async throws {
    let collector = IssueCollector()
    try await collector.collect {
      try await DependencyValues.$_current.withValue(.test) {
        @Dependency(\.continuousClock) var clock
        @Dependency(\.suspendingClock) var suspendingClock
        try await clock.sleep(for: .zero)
        try await suspendingClock.sleep(for: .zero)
        #expect(collector.messages.contains("Unimplemented: ContinuousClock.sleep"))
        #expect(collector.messages.contains("Unimplemented: SuspendingClock.sleep"))
        let count = collector.messages.count
        try await withDependencies {
          $0.continuousClock = ImmediateClock()
        } operation: {
          try await clock.sleep(for: .seconds(3_600))
        }
        #expect(collector.messages.count == count)
      }
    }
    #expect(DependencyValues.live.continuousClock is ContinuousClock)
    #expect(DependencyValues.live.suspendingClock is SuspendingClock)
  }

  @Test func `fire and forget is waited for in a test`() async {
    let collector = IssueCollector()
    await collector.collect {
      await DependencyValues.$_current.withValue(.test) {
        @Dependency(\.fireAndForget) var fireAndForget
        let isDone = LockIsolated(false)
        await fireAndForget {
          await Task.yield()
          isDone.setValue(true)
        }
        #expect(isDone.value)
        await fireAndForget { throw CancellationError() }
        struct Failure: Error {}
        await fireAndForget { throw Failure() }
      }
    }
    #expect(collector.messages.count == 1)
    #expect(collector.messages.first?.contains("Failure") == true)
  }

  @Test func `each test has a notification centre of its own`() {
    @Dependency(\.notificationCenter) var center
    #expect(center !== NotificationCenter.default)
    #expect(center === center)
  }

  #if os(Linux) || os(macOS)
    @Test func `a request through the session of a test is an issue that names the address`() async
    {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        // The session reports from a thread of its own, which a reporter of one scope does not reach.
        IssueReporters.current = [.fatalError]
        @Dependency(\.urlSession) var urlSession
        let session = urlSession
        _ = try? await session.data(from: #require(URL(string: "http://localhost/page")))
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        text.contains(#"Unimplemented: @Dependency(\.urlSession) requested http://localhost/page"#))
    }
  #endif
}
