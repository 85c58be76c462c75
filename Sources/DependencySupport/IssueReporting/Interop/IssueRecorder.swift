/// Records issues in Swift Testing.
protocol IssueRecording: Sendable {
  func record(
    _ error: (any Error)?, _ message: String?, severity: IssueSeverity,
    at location: IssueContext.Location)
}

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

  private let makeComment: MakeComment
  private let makeLocation: MakeLocation
  private let record: Record
  private let recordSeverity: RecordSeverity
  private let recordError: RecordError

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
  }

  func record(
    _ error: (any Error)?, _ message: String?, severity: IssueSeverity,
    at location: IssueContext.Location
  ) {
    let comment = message.flatMap { $0.isEmpty ? nil : makeComment.call($0) }
    let place = makeLocation.call(
      "\(location.fileID)", "\(location.filePath)", max(1, Int(location.line)),
      max(1, Int(location.column)))
    if let error {
      _ = recordError.call(error, comment, place)
    } else if severity == .warning, let warning = Self.warning {
      _ = recordSeverity.call(comment, warning, place)
    } else {
      _ = record.call(comment, place)
    }
  }

  /// The case `warning` of Swift Testing's severity, or nil if it is not the enumeration of one byte that it was.
  private static var warning: Severity? {
    guard MemoryLayout<Severity>.size == 1 else { return nil }
    let warning = unsafeBitCast(UInt8(0), to: Severity.self)
    return String(describing: warning) == "warning" ? warning : nil
  }
}
