/// An issue that was reported while it was looked for.
public struct ReportedIssue: Sendable {
  /// `Issue reported`, with the message after a colon if there is one.
  public var description: String
  /// The error that was reported, if the issue is one.
  public var error: (any Error)?
  /// Whether the issue would fail a test.
  public var severity: IssueSeverity
  /// The file that the issue stands in.
  public var fileID: StaticString
  /// The path of that file.
  public var filePath: StaticString
  /// The line that the issue stands at.
  public var line: UInt
  /// The column that the issue stands at.
  public var column: UInt
}

/// Runs a closure that must report issues, and checks each of them.
///
/// The issues go nowhere else. It is an issue if there is none, and for each that does not match.
///
/// - Parameters:
///   - message: What is expected.
///   - fileID: The file that the issue stands in.
///   - filePath: The path of that file.
///   - line: The line that the issue stands at.
///   - column: The column that the issue stands at.
///   - body: What to run.
///   - issueMatcher: Returns whether an issue is one that is expected.
/// - Throws: What the closure throws.
public func expectReportsIssue(
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () throws -> Void,
  matching issueMatcher: (_ issue: ReportedIssue) -> Bool
) rethrows {
  let collector = IssueCollector()
  try withIssueReporters([collector], operation: body)
  collector.check(message(), at: (fileID, filePath, line, column), matching: issueMatcher)
}

/// Runs an asynchronous closure that must report issues, and checks each of them.
///
/// The issues go nowhere else. It is an issue if there is none, and for each that does not match.
///
/// - Parameters:
///   - message: What is expected.
///   - isolation: The actor that the closure runs on.
///   - fileID: The file that the issue stands in.
///   - filePath: The path of that file.
///   - line: The line that the issue stands at.
///   - column: The column that the issue stands at.
///   - body: What to run.
///   - issueMatcher: Returns whether an issue is one that is expected.
/// - Throws: What the closure throws.
public func expectReportsIssue(
  _ message: @autoclosure () -> String? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () async throws -> Void,
  matching issueMatcher: (_ issue: ReportedIssue) -> Bool
) async rethrows {
  let collector = IssueCollector()
  try await withIssueReporters([collector], isolation: isolation, operation: body)
  collector.check(message(), at: (fileID, filePath, line, column), matching: issueMatcher)
}

/// Sendable because the list is read and written under the lock only.
private final class IssueCollector: IssueReporter, @unchecked Sendable {
  private let lock = Lock()
  private var issues: [ReportedIssue] = []

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    add(message(), nil, severity, at: (fileID, filePath, line, column))
  }

  func reportIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    add(IssueText.caught(error, message()), error, .error, at: (fileID, filePath, line, column))
  }

  private func add(
    _ text: String?, _ error: (any Error)?, _ severity: IssueSeverity,
    at location: IssueContext.Location
  ) {
    let issue = ReportedIssue(
      description: IssueText.appending(text, to: "Issue reported"), error: error,
      severity: severity, fileID: location.fileID, filePath: location.filePath,
      line: location.line, column: location.column)
    lock.withLock { issues.append(issue) }
  }

  func check(
    _ message: String?, at location: IssueContext.Location,
    matching issueMatcher: (ReportedIssue) -> Bool
  ) {
    let issues = lock.withLock { self.issues }
    var texts = issues.filter { !issueMatcher($0) }.map {
      "Issue does not match: \($0.description)"
    }
    if issues.isEmpty {
      texts = [IssueText.appending(message, to: "Expected issue to be reported")]
    }
    for text in texts {
      DependencySupport.reportIssue(
        text, fileID: location.fileID, filePath: location.filePath, line: location.line,
        column: location.column)
    }
  }
}
