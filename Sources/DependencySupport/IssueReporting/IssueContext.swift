/// Reports every issue of the operation at one location, whatever the location that a report passes.
///
/// Use it where the code that reports is not the code that the user should look at. The innermost context wins; it is
/// inherited by tasks as a task-local value is.
///
/// - Parameters:
///   - fileID: The file that issues stand in.
///   - filePath: The path of that file.
///   - line: The line that issues stand at.
///   - column: The column that issues stand at.
///   - operation: What to run.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public func withIssueContext<R>(
  fileID: StaticString,
  filePath: StaticString,
  line: UInt,
  column: UInt,
  operation: () throws -> R
) rethrows -> R {
  try IssueContext.$current.withValue((fileID, filePath, line, column), operation: operation)
}

/// Reports every issue of the asynchronous operation at one location. The operation runs where the caller runs.
///
/// - Parameters:
///   - fileID: The file that issues stand in.
///   - filePath: The path of that file.
///   - line: The line that issues stand at.
///   - column: The column that issues stand at.
///   - isolation: The actor that the operation runs on.
///   - operation: What to run.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public func withIssueContext<R>(
  fileID: StaticString,
  filePath: StaticString,
  line: UInt,
  column: UInt,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R
) async rethrows -> R {
  try await IssueContext.$current.withValue(
    (fileID, filePath, line, column), operation: operation, isolation: isolation)
}

enum IssueContext {
  typealias Location = (
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  )

  @TaskLocal static var current: Location?
}
