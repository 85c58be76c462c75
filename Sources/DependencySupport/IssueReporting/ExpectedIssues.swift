/// Runs a closure that must report an issue or throw an error, and takes those as expected.
///
/// In Swift Testing this is a known issue. In XCTest and outside of tests the issues that are reported through this library
/// are taken as expected, and the reporters hear of them as such.
///
/// - Parameters:
///   - message: Why an issue is expected.
///   - isIntermittent: Whether it is fine too if there is none.
///   - fileID: The file that an issue about a missing issue stands in.
///   - filePath: The path of that file.
///   - line: The line that such an issue stands at.
///   - column: The column that such an issue stands at.
///   - body: What to run.
public func withExpectedIssue(
  _ message: String? = nil,
  isIntermittent: Bool = false,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: () throws -> Void
) {
  let location = (fileID, filePath, line, column)
  if isTesting, let testing = SwiftTesting.shared, testing.tests.test != nil {
    testing.issues.withKnownIssue(message, isIntermittent: isIntermittent, at: location, body)
    return
  }
  let expected = ExpectedIssues()
  do {
    try ExpectedIssues.$current.withValue(expected, operation: body)
  } catch {
    expected.expect(error, message, at: location)
  }
  expected.finish(message, isIntermittent: isIntermittent, at: location)
}

/// Runs an asynchronous closure that must report an issue or throw an error, and takes those as expected.
///
/// In Swift Testing this is a known issue. In XCTest and outside of tests the issues that are reported through this library
/// are taken as expected, and the reporters hear of them as such.
///
/// - Parameters:
///   - message: Why an issue is expected.
///   - isIntermittent: Whether it is fine too if there is none.
///   - isolation: The actor that issues are counted on.
///   - fileID: The file that an issue about a missing issue stands in.
///   - filePath: The path of that file.
///   - line: The line that such an issue stands at.
///   - column: The column that such an issue stands at.
///   - body: What to run.
public func withExpectedIssue(
  _ message: String? = nil,
  isIntermittent: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ body: @concurrent () async throws -> Void
) async {
  let location = (fileID, filePath, line, column)
  if isTesting, let testing = SwiftTesting.shared, testing.tests.test != nil {
    await testing.issues.withKnownIssue(
      message, isIntermittent: isIntermittent, isolation: isolation, at: location, body)
    return
  }
  let expected = ExpectedIssues()
  do {
    try await ExpectedIssues.$current.withValue(
      expected, operation: body, isolation: isolation)
  } catch {
    expected.expect(error, message, at: location)
  }
  expected.finish(message, isIntermittent: isIntermittent, at: location)
}

/// The issues that are expected in the current scope, outside of Swift Testing.
final class ExpectedIssues: Sendable {
  @TaskLocal static var current: ExpectedIssues?

  private let lock = Lock()
  private nonisolated(unsafe) var reported = 0

  /// Notes an issue if the current scope expects some. Returns whether it does.
  static func count() -> Bool {
    guard let current else { return false }
    current.lock.withLock { current.reported += 1 }
    return true
  }

  func expect(_ error: any Error, _ message: String?, at location: IssueContext.Location) {
    lock.withLock { reported += 1 }
    for reporter in IssueReporters.current {
      reporter.expectIssue(
        error, message, fileID: location.fileID, filePath: location.filePath, line: location.line,
        column: location.column)
    }
  }

  func finish(_ message: String?, isIntermittent: Bool, at location: IssueContext.Location) {
    guard !isIntermittent, lock.withLock({ reported }) == 0 else { return }
    reportIssue(
      IssueText.appending(message, to: "Known issue was not recorded"), fileID: location.fileID,
      filePath: location.filePath, line: location.line, column: location.column)
  }
}
