#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Sends issues to where the user sees them: to the running test, or to standard error outside of tests.
///
/// In a test the issue fails that test. Work that has lost its test fails the run, unattributed. If the issue can be
/// recorded nowhere, it is shown when the process ends, which then ends with a non-zero status.
public struct _DefaultReporter: IssueReporter {
  public func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    report(nil, message(), severity: severity, at: (fileID, filePath, line, column))
  }

  public func reportIssue(
    _ error: any Error,
    _ message: @autoclosure () -> String?,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    report(error, message(), severity: .error, at: (fileID, filePath, line, column))
  }

  private func report(
    _ error: (any Error)?, _ message: String?, severity: IssueSeverity,
    at location: IssueContext.Location
  ) {
    let text = error.map { IssueText.caught($0, message) } ?? IssueText.of(message)
    guard isTesting else {
      StandardError.write(text, at: location)
      return
    }
    let testing = SwiftTesting.shared
    if let testing, testing.tests.test != nil {
      testing.issues.record(error, message, severity: severity, at: location)
      return
    }
    if severity == .warning {
      StandardError.write(text, at: location)
      return
    }
    if let observer = XCTestObserver.shared {
      let failure = error == nil ? message ?? "" : text
      if observer.fail(failure, at: location) { return }
    }
    if let testing, TestProcess.runsSwiftTesting {
      testing.issues.record(error, message, severity: severity, at: location)
      UnrecordedIssues.shared.add(text, at: location, mayBeRecorded: true)
      return
    }
    UnrecordedIssues.shared.add(text, at: location, mayBeRecorded: false)
  }
}

extension IssueReporter where Self == _DefaultReporter {
  /// Sends issues to the running test, or to standard error outside of tests.
  public static var `default`: Self { Self() }
}

enum StandardError {
  /// Writes a line in one piece, so that lines of several threads do not mix.
  static func write(_ text: String, at location: IssueContext.Location) {
    write("\(location.fileID):\(location.line): \(text)")
  }

  static func write(_ text: String) {
    var text = text + "\n"
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        #if canImport(Darwin)
          let count = Darwin.write(STDERR_FILENO, rest.baseAddress, rest.count)
        #elseif canImport(Glibc)
          let count = Glibc.write(STDERR_FILENO, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
          let count = Musl.write(STDERR_FILENO, rest.baseAddress, rest.count)
        #elseif canImport(Android)
          let count = Android.write(STDERR_FILENO, rest.baseAddress, rest.count)
        #endif
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }
}
