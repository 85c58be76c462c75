/// The reporters that issues go to.
public enum IssueReporters {
  /// The reporters of the current scope, in the order in which they are called.
  ///
  /// At first this is the default reporter alone. Setting it changes the innermost
  /// ``withIssueReporters(_:operation:)`` that the code runs in, and the whole process outside of any.
  public static var current: [any IssueReporter] {
    get { scope.reporters }
    set { scope.reporters = newValue }
  }

  @TaskLocal fileprivate static var scope = Scope([.default])

  /// Sendable because the list is read and written under the lock only.
  fileprivate final class Scope: @unchecked Sendable {
    private let lock = Lock()
    private var list: [any IssueReporter]

    init(_ reporters: [any IssueReporter]) {
      list = reporters
    }

    var reporters: [any IssueReporter] {
      get { lock.withLock { list } }
      set {
        var old = newValue
        lock.withLock { swap(&old, &list) }
      }
    }
  }
}

/// Sends the issues of the operation, and of the tasks that it starts, to other reporters.
///
/// Other tasks are not affected. An empty list silences the operation.
///
/// - Parameters:
///   - reporters: Where issues go.
///   - operation: What to run.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public func withIssueReporters<R>(
  _ reporters: [any IssueReporter],
  operation: () throws -> R
) rethrows -> R {
  try IssueReporters.$scope.withValue(IssueReporters.Scope(reporters), operation: operation)
}

/// Sends the issues of the asynchronous operation, and of the tasks that it starts, to other reporters. The operation
/// runs where the caller runs.
///
/// - Parameters:
///   - reporters: Where issues go.
///   - isolation: The actor that the operation runs on.
///   - operation: What to run.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public func withIssueReporters<R>(
  _ reporters: [any IssueReporter],
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R
) async rethrows -> R {
  try await IssueReporters.$scope.withValue(
    IssueReporters.Scope(reporters), operation: operation, isolation: isolation)
}
