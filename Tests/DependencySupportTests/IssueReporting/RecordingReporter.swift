import DependencySupport

/// Keeps what is reported, as `line: text`, with `expected` before what was expected.
final class RecordingReporter: IssueReporter {
  let lines = LockIsolated<[String]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let text = "\(line): \(severity): \(message() ?? "nil")"
    lines.withValue { $0.append(text) }
  }

  func expectIssue(
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let text = "expected \(line): \(message() ?? "nil")"
    lines.withValue { $0.append(text) }
  }
}

struct Failure: Error {}
