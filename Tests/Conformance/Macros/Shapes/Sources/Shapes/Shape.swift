import Dependencies
import DependenciesMacros

/// A client or an entry, and what must be true of it.
struct Shape: Sendable {
  let name: String
  let check: @Sendable () async throws -> Void

  init(_ name: String, check: @escaping @Sendable () async throws -> Void) {
    self.name = name
    self.check = check
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
}

func expect(_ condition: Bool, _ what: String = "", line: UInt = #line) throws {
  guard condition else { throw Failure(description: "line \(line): \(what)") }
}

/// Runs an operation that reports exactly these endpoints as unimplemented, in this order.
func expectUnimplemented<Result>(
  _ endpoints: String..., line: UInt = #line, operation: () async throws -> Result
) async throws -> Result {
  let log = Log()
  let result = try await withIssueReporters([log]) { try await operation() }
  let messages = log.messages.value
  try expect(
    messages.count == endpoints.count
      && zip(messages, endpoints).allSatisfy { $0.contains("'\($1)'") },
    "reported \(messages)", line: line)
  return result
}

/// As ``expectUnimplemented(_:line:operation:)``, where the operation throws ``Unimplemented``.
func expectUnimplementedError(
  _ endpoint: String, line: UInt = #line, operation: () async throws -> Void
) async throws {
  let error: (any Error)? = try await expectUnimplemented(endpoint, line: line) {
    do {
      try await operation()
      return nil
    } catch {
      return error
    }
  }
  try expect(error is Unimplemented, "threw \(String(describing: error))", line: line)
}

private struct Log: IssueReporter {
  let messages = LockIsolated<[String]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let text = message() ?? ""
    messages.withValue { $0.append(text) }
  }
}
