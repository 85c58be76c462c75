/// A clock that reports an issue whenever it is used, and then does what another clock does.
///
/// Issues stand where the clock was made, or wherever its maker says.
@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in time of the clock behind.
  public struct Instant: InstantProtocol {
    fileprivate let base: AnyClock<Duration>.Instant

    public func advanced(by duration: Duration) -> Self {
      Self(base: base.advanced(by: duration))
    }

    public func duration(to other: Self) -> Duration {
      base.duration(to: other.base)
    }

    public static func < (left: Self, right: Self) -> Bool {
      left.base < right.base
    }
  }

  private let base: AnyClock<Duration>
  private let name: String
  private let location: IssueContext.Location

  /// Makes a clock that does what another does.
  ///
  /// - Parameters:
  ///   - base: The clock behind.
  ///   - name: What issues call the clock.
  ///   - fileID: The file that issues stand in.
  ///   - filePath: The path of that file.
  ///   - line: The line that issues stand at.
  ///   - column: The column that issues stand at.
  public init<C: Clock>(
    _ base: C,
    name: String = "\(C.self)",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where C.Duration == Duration {
    self.base = AnyClock(base)
    self.name = name
    location = (fileID, filePath, line, column)
  }

  /// Makes a clock on which every sleep ends at once.
  ///
  /// - Parameters:
  ///   - name: What issues call the clock.
  ///   - now: The time that it shows at first.
  ///   - fileID: The file that issues stand in.
  ///   - filePath: The path of that file.
  ///   - line: The line that issues stand at.
  ///   - column: The column that issues stand at.
  public init(
    name: String = "Clock",
    now: ImmediateClock<Duration>.Instant = .init(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      ImmediateClock(now: now), name: name, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Reports an issue.
  ///
  /// - Returns: The time of the clock behind.
  public var now: Instant {
    report("now")
    return Instant(base: base.now)
  }

  /// Reports an issue.
  ///
  /// - Returns: The resolution of the clock behind.
  public var minimumResolution: Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  /// Reports an issue and sleeps on the clock behind.
  ///
  /// - Parameters:
  ///   - deadline: When to go on.
  ///   - tolerance: How late it may be.
  /// - Throws: What the clock behind throws.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    report("sleep")
    try await base.sleep(until: deadline.base, tolerance: tolerance)
  }

  private func report(_ member: String) {
    reportIssue(
      "Unimplemented: \(name).\(member)", fileID: location.fileID, filePath: location.filePath,
      line: location.line, column: location.column)
  }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
extension UnimplementedClock where Duration == Swift.Duration {
  /// Makes a clock on which every sleep ends at once.
  ///
  /// - Parameters:
  ///   - name: What issues call the clock.
  ///   - fileID: The file that issues stand in.
  ///   - filePath: The path of that file.
  ///   - line: The line that issues stand at.
  ///   - column: The column that issues stand at.
  public init(
    name: String = "Clock",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      name: name, now: .init(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
extension Clock where Self == UnimplementedClock<Swift.Duration> {
  /// A clock that reports an issue whenever it is used.
  ///
  /// - Parameters:
  ///   - fileID: The file that issues stand in.
  ///   - filePath: The path of that file.
  ///   - line: The line that issues stand at.
  ///   - column: The column that issues stand at.
  /// - Returns: The clock.
  public static func unimplemented(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
