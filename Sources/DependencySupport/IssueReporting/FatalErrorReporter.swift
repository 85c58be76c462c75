/// Stops the process at the first issue that is no warning.
public struct _FatalErrorReporter: IssueReporter {
  public func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let text = IssueText.of(message())
    guard severity == .error else {
      StandardError.write(text, at: (fileID, filePath, line, column))
      return
    }
    Swift.fatalError(text, file: (filePath), line: line)
  }
}

extension IssueReporter where Self == _FatalErrorReporter {
  /// Stops the process with the text of the issue.
  public static var fatalError: Self { Self() }
}
