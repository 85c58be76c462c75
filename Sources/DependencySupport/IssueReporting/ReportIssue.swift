/// Reports something that the user must see.
///
/// In an application the issue is a runtime warning on standard error. In a test it fails that test, at the location
/// that is passed. Where reports go can be changed with ``withIssueReporters(_:operation:)``, and their location with
/// ``withIssueContext(fileID:filePath:line:column:operation:)``.
///
/// - Parameters:
///   - message: What happened. It is not evaluated if nobody reports.
///   - severity: Whether the issue fails a test.
///   - fileID: The file that the issue stands in.
///   - filePath: The path of that file.
///   - line: The line that the issue stands at.
///   - column: The column that the issue stands at.
public func reportIssue(
  _ message: @autoclosure () -> String? = nil,
  severity: IssueSeverity = .error,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let location = IssueContext.current ?? (fileID, filePath, line, column)
  let isExpected = ExpectedIssues.count()
  for reporter in IssueReporters.current {
    if isExpected {
      reporter.expectIssue(
        message(), fileID: location.fileID, filePath: location.filePath, line: location.line,
        column: location.column)
    } else {
      reporter.reportIssue(
        message(), severity: severity, fileID: location.fileID, filePath: location.filePath,
        line: location.line, column: location.column)
    }
  }
}

/// Reports an error that was caught and that the user must see.
///
/// - Parameters:
///   - error: The error.
///   - message: What was attempted. It is not evaluated if nobody reports.
///   - fileID: The file that the issue stands in.
///   - filePath: The path of that file.
///   - line: The line that the issue stands at.
///   - column: The column that the issue stands at.
public func reportIssue(
  _ error: any Error,
  _ message: @autoclosure () -> String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let location = IssueContext.current ?? (fileID, filePath, line, column)
  let isExpected = ExpectedIssues.count()
  for reporter in IssueReporters.current {
    if isExpected {
      reporter.expectIssue(
        error, message(), fileID: location.fileID, filePath: location.filePath,
        line: location.line, column: location.column)
    } else {
      reporter.reportIssue(
        error, message(), fileID: location.fileID, filePath: location.filePath,
        line: location.line, column: location.column)
    }
  }
}
