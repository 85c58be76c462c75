import DependencySupport

/// Keeps the issues that are reported while an operation runs.
final class IssueCollector: IssueReporter {
  struct Issue: Sendable {
    var message: String
    var fileID: String
    var line: UInt
  }

  private let collected = LockIsolated<[Issue]>([])

  var issues: [Issue] { collected.value }
  var messages: [String] { issues.map(\.message) }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let issue = Issue(message: message() ?? "", fileID: "\(fileID)", line: line)
    collected.withValue { $0.append(issue) }
  }

  func collect<R>(_ operation: () throws -> R) rethrows -> R {
    try withIssueReporters([self], operation: operation)
  }

  func collect<R>(_ operation: () async throws -> R) async rethrows -> R {
    try await withIssueReporters([self], operation: operation)
  }
}
