/// A clock whose time passes only when a test says so.
///
/// ```swift
/// let clock = TestClock()
/// let model = withDependencies { $0.continuousClock = clock } operation: { Model() }
/// model.start()
/// await clock.advance(by: .seconds(1))
/// ```
///
/// Sendable because what changes is read and written under the lock only.
@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock, @unchecked Sendable {
  /// A point in the time of a test clock, which starts at zero.
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
  private var state: TestClockState<Instant, CheckedContinuation<Void, any Error>>
  private var resolution = Duration.zero

  /// Makes a clock.
  ///
  /// - Parameter now: The time that it shows at first.
  public init(now: Instant = Instant()) {
    state = TestClockState(now: now)
  }

  /// The time, which moves with the advances of the test.
  public var now: Instant {
    lock.withLock { state.now }
  }

  /// What the clock says of its resolution; zero at first.
  public var minimumResolution: Duration {
    get { lock.withLock { resolution } }
    set { lock.withLock { resolution = newValue } }
  }

  /// Waits until the test advances the clock to a time. A time that is now waits for the next advance; one that is past
  /// does not wait.
  ///
  /// - Parameters:
  ///   - deadline: When to go on.
  ///   - tolerance: Not used.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let sleep = lock.withLock { state.nextIdentifier() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A cancellation that came first finds no sleep to end, but the task says so by now.
        let result: Result<Void, any Error>? = lock.withLock {
          if Task.isCancelled { return .failure(CancellationError()) }
          let sleeps = state.sleep(sleep, until: deadline, continuation)
          return sleeps ? nil : .success(())
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      lock.withLock { state.end(sleep) }?.resume(throwing: CancellationError())
    }
  }

  /// Shows that nothing waits for the clock.
  ///
  /// - Throws: ``SuspensionError`` if something does.
  public func checkSuspension() async throws {
    await Task.megaYield()
    if lock.withLock({ state.isSleeping }) { throw SuspensionError() }
  }

  /// Lets time pass.
  ///
  /// - Parameter duration: How much. Zero lets sleeps go on that are due now.
  public func advance(by duration: Duration = .zero) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Lets time pass until a point. Sleeps that end on the way go on in order, as do those that they start.
  ///
  /// - Parameter deadline: The time that the clock shows in the end. A past one changes nothing.
  public func advance(to deadline: Instant) async {
    var isUnderway = true
    while isUnderway {
      await Task.megaYield()
      let continuation = lock.withLock {
        let continuation = state.advance(to: deadline)
        isUnderway = continuation != nil
        return continuation
      }
      continuation?.resume()
    }
    await Task.megaYield()
  }

  /// Lets time pass until nothing waits for the clock.
  ///
  /// If new sleeps keep coming until the timeout, all that are left are cancelled and an issue is reported.
  ///
  /// - Parameters:
  ///   - duration: How much real time it may take.
  ///   - fileID: The file that the issue stands in.
  ///   - filePath: The path of that file.
  ///   - line: The line that the issue stands at.
  ///   - column: The column that the issue stands at.
  public func run(
    timeout duration: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let end = ContinuousClock.now.advanced(by: duration)
    await Task.megaYield()
    while let next = lock.withLock({ state.nextDeadline }) {
      guard ContinuousClock.now < end else {
        let left = lock.withLock { state.endAll() }
        for continuation in left { continuation.resume(throwing: CancellationError()) }
        reportIssue(
          """
          \(left.count) \(left.count == 1 ? "sleep is" : "sleeps are") still suspended after the \
          clock ran for \(duration). If the code under test needs longer, raise the timeout: \
          'run(timeout:)'.
          """,
          fileID: fileID, filePath: filePath, line: line, column: column)
        return
      }
      await advance(to: max(next, now))
    }
  }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
extension TestClock where Duration == Swift.Duration {
  /// Makes a clock that shows zero.
  public convenience init() {
    self.init(now: Instant())
  }
}

/// Something waits for a test clock that should not.
public struct SuspensionError: Error {}

/// The time of a test clock and who waits for it.
struct TestClockState<Instant: Comparable, Continuation> {
  private struct Sleep {
    let identifier: Int
    let deadline: Instant
    let continuation: Continuation
  }

  private(set) var now: Instant
  private var sleeps: [Sleep] = []
  private var count = 0

  init(now: Instant) {
    self.now = now
  }

  var isSleeping: Bool { !sleeps.isEmpty }

  var nextDeadline: Instant? { sleeps.lazy.map(\.deadline).min() }

  mutating func nextIdentifier() -> Int {
    count += 1
    return count
  }

  /// Returns whether there is anything to wait for.
  mutating func sleep(
    _ identifier: Int, until deadline: Instant, _ continuation: Continuation
  ) -> Bool {
    guard deadline >= now else { return false }
    sleeps.append(Sleep(identifier: identifier, deadline: deadline, continuation: continuation))
    return true
  }

  /// Ends a sleep early. Returns who is to go on.
  mutating func end(_ identifier: Int) -> Continuation? {
    guard let index = sleeps.firstIndex(where: { $0.identifier == identifier }) else { return nil }
    return sleeps.remove(at: index).continuation
  }

  mutating func endAll() -> [Continuation] {
    defer { sleeps = [] }
    return sleeps.map(\.continuation)
  }

  /// Goes to the next sleep that ends by the deadline and returns who is to go on, or goes to the deadline.
  mutating func advance(to deadline: Instant) -> Continuation? {
    guard deadline >= now else { return nil }
    let due = sleeps.indices.filter { sleeps[$0].deadline <= deadline }
    guard let index = due.min(by: { sleeps[$0].deadline < sleeps[$1].deadline }) else {
      now = deadline
      return nil
    }
    let sleep = sleeps.remove(at: index)
    now = max(now, sleep.deadline)
    return sleep.continuation
  }
}
