/// Records issues in Swift Testing.
protocol IssueRecording: Sendable {
  func record(
    _ error: (any Error)?, _ message: String?, severity: IssueSeverity,
    at location: IssueContext.Location)

  /// Swift Testing's known issue: the body must record one.
  func withKnownIssue(
    _ message: String?, isIntermittent: Bool, at location: IssueContext.Location,
    _ body: () throws -> Void)

  func withKnownIssue(
    _ message: String?, isIntermittent: Bool, isolation: isolated (any Actor)?,
    at location: IssueContext.Location, _ body: KnownIssueBody
  ) async
}

/// Swift Testing is not compiled with `NonisolatedNonsendingByDefault`.
typealias KnownIssueBody = @concurrent () async throws -> Void

/// Swift Testing's functions that make and record an issue.
///
/// Its types come as generic parameters because Swift Testing may change their layout: Swift then passes them in memory,
/// which is how the library itself takes and returns them.
struct IssueRecorder<Comment, Severity, Location, Issue>: IssueRecording {
  private struct MakeComment { let call: @Sendable (consuming String) -> Comment }
  private struct MakeLocation {
    let call: @Sendable (consuming String, consuming String, Int, Int) -> Location
  }
  private struct Record { let call: @Sendable (Comment?, Location) -> Issue }
  private struct RecordSeverity { let call: @Sendable (Comment?, Severity, Location) -> Issue }
  private struct RecordError { let call: @Sendable (any Error, Comment?, Location) -> Issue }

  private struct KnownIssue {
    let call: @Sendable (Comment?, Bool, Location, () throws -> Void) -> Void
  }
  private struct AsyncKnownIssue {
    let call:
      @Sendable (Comment?, Bool, isolated (any Actor)?, Location, KnownIssueBody) async -> Void
  }

  private let makeComment: MakeComment
  private let makeLocation: MakeLocation
  private let record: Record
  private let recordSeverity: RecordSeverity
  private let recordError: RecordError
  private let knownIssue: KnownIssue
  private let asyncKnownIssue: AsyncKnownIssue

  init() throws(MissingSymbol) {
    let prefix = "$s7Testing"
    makeComment = try RuntimeFunction(prefix + "7CommentV8rawValueACSS_tcfC")
      .read(as: MakeComment.self)
    makeLocation = try RuntimeFunction(
      prefix + "14SourceLocationV6fileID0D4Path4line6columnACSS_SSS2itcfC"
    ).read(as: MakeLocation.self)
    record = try RuntimeFunction(
      prefix + "5IssueV6record_14sourceLocationAcA7CommentVSg_AA06SourceE0VtFZ"
    ).read(as: Record.self)
    recordSeverity = try RuntimeFunction(
      prefix
        + "5IssueV6record_8severity14sourceLocationAcA7CommentVSg_AC8SeverityOAA06SourceF0VtFZ"
    ).read(as: RecordSeverity.self)
    recordError = try RuntimeFunction(
      prefix + "5IssueV6record__14sourceLocationACs5Error_p_AA7CommentVSgAA06SourceE0VtFZ"
    ).read(as: RecordError.self)
    let knownIssuePrefix = prefix + "14withKnownIssue_14isIntermittent"
    knownIssue = try RuntimeFunction(
      knownIssuePrefix + "14sourceLocation_yAA7CommentVSg_SbAA06SourceH0VyyKXEtF"
    ).read(as: KnownIssue.self)
    // An asynchronous function is called through a record that says how much memory it needs.
    asyncKnownIssue = try RuntimeFunction(
      knownIssuePrefix
        + "9isolation14sourceLocation_yAA7CommentVSg_SbScA_pSgYiAA06SourceI0VyyYaKXEtYaFTu"
    ).read(as: AsyncKnownIssue.self)
  }

  func record(
    _ error: (any Error)?, _ message: String?, severity: IssueSeverity,
    at location: IssueContext.Location
  ) {
    let comment = comment(message)
    let place = place(location)
    if let error {
      _ = recordError.call(error, comment, place)
    } else if severity == .warning, let warning = Self.warning {
      _ = recordSeverity.call(comment, warning, place)
    } else {
      _ = record.call(comment, place)
    }
  }

  func withKnownIssue(
    _ message: String?, isIntermittent: Bool, at location: IssueContext.Location,
    _ body: () throws -> Void
  ) {
    knownIssue.call(comment(message), isIntermittent, place(location), body)
  }

  func withKnownIssue(
    _ message: String?, isIntermittent: Bool, isolation: isolated (any Actor)?,
    at location: IssueContext.Location, _ body: KnownIssueBody
  ) async {
    await asyncKnownIssue.call(
      comment(message), isIntermittent, isolation, place(location), body)
  }

  private func comment(_ message: String?) -> Comment? {
    message.flatMap { $0.isEmpty ? nil : makeComment.call($0) }
  }

  /// Swift Testing traps on lines and columns below one.
  private func place(_ location: IssueContext.Location) -> Location {
    makeLocation.call(
      "\(location.fileID)", "\(location.filePath)", max(1, Int(location.line)),
      max(1, Int(location.column)))
  }

  /// The case `warning` of Swift Testing's severity, or nil if it is not the enumeration of one byte that it was.
  private static var warning: Severity? {
    guard MemoryLayout<Severity>.size == 1 else { return nil }
    let warning = unsafeBitCast(UInt8(0), to: Severity.self)
    return String(describing: warning) == "warning" ? warning : nil
  }
}
