/// Runs a closure and reports the error that it throws, for errors that should not stop the caller.
///
/// A `CancellationError` is not an issue: it only makes the result nil.
///
/// - Parameters:
///   - message: What was attempted.
///   - reporters: Where issues of the whole closure go; the current reporters if nil.
///   - fileID: The file that the issue stands in.
///   - filePath: The path of that file.
///   - line: The line that the issue stands at.
///   - column: The column that the issue stands at.
///   - body: What to run.
/// - Returns: What the closure returns, or nil if it throws.
public func withErrorReporting<R>(
  _ message: @autoclosure () -> String? = nil,
  to reporters: [any IssueReporter]? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  catching body: () throws -> R
) -> R? {
  func run() -> R? {
    do {
      return try body()
    } catch is CancellationError {
      return nil
    } catch {
      reportIssue(
        error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
      return nil
    }
  }
  guard let reporters else { return run() }
  return withIssueReporters(reporters, operation: run)
}

/// Runs a closure that returns an optional and reports the error that it throws.
///
/// - Parameters:
///   - message: What was attempted.
///   - reporters: Where issues of the whole closure go; the current reporters if nil.
///   - fileID: The file that the issue stands in.
///   - filePath: The path of that file.
///   - line: The line that the issue stands at.
///   - column: The column that the issue stands at.
///   - body: What to run.
/// - Returns: What the closure returns, or nil if it throws.
public func withErrorReporting<R>(
  _ message: @autoclosure () -> String? = nil,
  to reporters: [any IssueReporter]? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  catching body: () throws -> R?
) -> R? {
  (withErrorReporting(
    message(), to: reporters, fileID: fileID, filePath: filePath, line: line, column: column,
    catching: body) as R??) ?? nil
}

/// Runs an asynchronous closure and reports the error that it throws. The closure runs where the caller runs.
///
/// A `CancellationError` is not an issue: it only makes the result nil.
///
/// - Parameters:
///   - message: What was attempted.
///   - reporters: Where issues of the whole closure go; the current reporters if nil.
///   - fileID: The file that the issue stands in.
///   - filePath: The path of that file.
///   - line: The line that the issue stands at.
///   - column: The column that the issue stands at.
///   - isolation: The actor that the closure runs on.
///   - body: What to run.
/// - Returns: What the closure returns, or nil if it throws.
public func withErrorReporting<R>(
  _ message: @autoclosure () -> String? = nil,
  to reporters: [any IssueReporter]? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation,
  catching body: () async throws -> sending R
) async -> R? {
  func run() async -> R? {
    do {
      return try await body()
    } catch is CancellationError {
      return nil
    } catch {
      reportIssue(
        error, message(), fileID: fileID, filePath: filePath, line: line, column: column)
      return nil
    }
  }
  guard let reporters else { return await run() }
  return await withIssueReporters(reporters, isolation: isolation, operation: run)
}

/// Runs an asynchronous closure that returns an optional and reports the error that it throws. The closure runs where
/// the caller runs.
///
/// - Parameters:
///   - message: What was attempted.
///   - reporters: Where issues of the whole closure go; the current reporters if nil.
///   - fileID: The file that the issue stands in.
///   - filePath: The path of that file.
///   - line: The line that the issue stands at.
///   - column: The column that the issue stands at.
///   - isolation: The actor that the closure runs on.
///   - body: What to run.
/// - Returns: What the closure returns, or nil if it throws.
public func withErrorReporting<R>(
  _ message: @autoclosure () -> String? = nil,
  to reporters: [any IssueReporter]? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  isolation: isolated (any Actor)? = #isolation,
  catching body: () async throws -> sending R?
) async -> R? {
  await
    (withErrorReporting(
      message(), to: reporters, fileID: fileID, filePath: filePath, line: line, column: column,
      isolation: isolation, catching: body) as R??) ?? nil
}
