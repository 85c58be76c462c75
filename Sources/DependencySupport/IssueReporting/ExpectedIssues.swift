/// The issues that are expected in the current scope, outside of tests.
final class ExpectedIssues: Sendable {
  @TaskLocal static var current: ExpectedIssues?

  private let lock = Lock()
  private nonisolated(unsafe) var reported = 0

  /// How many were reported.
  var reportedCount: Int { lock.withLock { reported } }

  /// Notes an issue if the current scope expects some. Returns whether it does.
  static func count() -> Bool {
    guard let current else { return false }
    current.lock.withLock { current.reported += 1 }
    return true
  }
}
