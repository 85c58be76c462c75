/// A place that issues go to.
///
/// Only ``reportIssue(_:severity:fileID:filePath:line:column:)`` must be written; errors and expected issues arrive
/// there or nowhere unless the reporter says otherwise. Reporters are called on the thread that reports.
public protocol IssueReporter: Sendable {
  /// Takes an issue.
  ///
  /// - Parameters:
  ///   - message: What happened, if anything was said.
  ///   - severity: Whether the issue fails a test.
  ///   - fileID: The file that the issue stands in.
  ///   - filePath: The path of that file.
  ///   - line: The line that the issue stands at.
  ///   - column: The column that the issue stands at.
  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Takes an error. By default it becomes an issue with the text `Caught error: …`.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - message: What was attempted, if anything was said.
  ///   - fileID: The file that the issue stands in.
  ///   - filePath: The path of that file.
  ///   - line: The line that the issue stands at.
  ///   - column: The column that the issue stands at.
  func reportIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Takes an issue that was expected outside of a test. By default it is dropped.
  ///
  /// - Parameters:
  ///   - message: What happened, if anything was said.
  ///   - fileID: The file that the issue stands in.
  ///   - filePath: The path of that file.
  ///   - line: The line that the issue stands at.
  ///   - column: The column that the issue stands at.
  func expectIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Takes an error that was expected outside of a test. By default it becomes an expected issue.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - message: What was attempted, if anything was said.
  ///   - fileID: The file that the issue stands in.
  ///   - filePath: The path of that file.
  ///   - line: The line that the issue stands at.
  ///   - column: The column that the issue stands at.
  func expectIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )

  /// Takes an issue of severity ``IssueSeverity/error``.
  ///
  /// - Parameters:
  ///   - message: What happened, if anything was said.
  ///   - fileID: The file that the issue stands in.
  ///   - filePath: The path of that file.
  ///   - line: The line that the issue stands at.
  ///   - column: The column that the issue stands at.
  func reportIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  )
}

extension IssueReporter {
  public func reportIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    reportIssue(
      IssueText.caught(error, message()), severity: .error, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  public func expectIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {}

  public func expectIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    expectIssue(
      IssueText.caught(error, message()), fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  public func reportIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    reportIssue(
      message(), severity: .error, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The texts that every reporter shares.
enum IssueText {
  static func caught(_ error: any Error, _ message: String?) -> String {
    appending(message, to: "Caught error: \(error)")
  }

  static func of(_ message: String?) -> String {
    guard let message, !message.isEmpty else { return "Issue reported" }
    return message
  }

  static func appending(_ message: String?, to text: String) -> String {
    guard let message, !message.isEmpty else { return text }
    return "\(text): \(message)"
  }
}
