#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The issues of a test process that no test framework is known to have taken.
///
/// When the process ends they are shown, and it ends with a non-zero status.
///
/// Sendable because the list is read and written under the lock only.
final class UnrecordedIssues: @unchecked Sendable {
  static let shared = UnrecordedIssues()

  private let lock = Lock()
  private var lines: [String] = []
  private var hasHandler = false

  /// - Parameters:
  ///   - text: What happened.
  ///   - location: Where.
  ///   - mayBeRecorded: Whether a framework was told, without a sign that it listened.
  func add(_ text: String, at location: IssueContext.Location, mayBeRecorded: Bool) {
    let line = "\(location.fileID):\(location.line): \(text)"
    let isFirst = lock.withLock {
      lines.append(line)
      defer { hasHandler = true }
      return !hasHandler
    }
    if !mayBeRecorded { StandardError.write(line) }
    guard isFirst else { return }
    #if canImport(Glibc)
      on_exit({ status, _ in UnrecordedIssues.shared.end(status: status) }, nil)
    #else
      atexit { UnrecordedIssues.shared.end(status: 0) }
    #endif
  }

  private func end(status: Int32) {
    guard status == 0 else { return }
    let lines = lock.withLock { self.lines }
    StandardError.write(
      "Issues were reported while tests ran, and no test recorded them:\n"
        + lines.joined(separator: "\n") + Self.explanation)
    fflush(nil)
    _exit(EXIT_FAILURE)
  }

  private static var explanation: String {
    if case .incomplete(let missing) = SwiftTesting.lookup {
      return explanation(missing, of: "Swift Testing")
    }
    if case .incomplete(let missing) = XCTestObserver.lookup {
      return explanation(missing, of: "XCTest")
    }
    return ""
  }

  private static func explanation(_ missing: String, of framework: String) -> String {
    "\n\(framework) is in the process, but it has no '\(missing)', which issues are recorded with. "
      + "This version of \(framework) is not supported."
  }
}
