public import CDependencyAtomics
import DependencySupport

/// A place in a user's source, in the 24 bytes that a `@Dependency` has for it.
///
/// Sendable because the two pointers are to string literals, which live as long as the process and never change.
@usableFromInline
struct SourceLocation: @unchecked Sendable {
  @usableFromInline let fileIDStart: UnsafePointer<UInt8>
  @usableFromInline let filePathStart: UnsafePointer<UInt8>
  @usableFromInline let lineNumber: UInt32
  @usableFromInline let columnNumber: UInt32

  @inlinable @inline(__always)
  init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    fileIDStart = fileID.hasPointerRepresentation ? fileID.utf8Start : Self.unknown.utf8Start
    filePathStart = filePath.hasPointerRepresentation ? filePath.utf8Start : Self.unknown.utf8Start
    lineNumber = graft_clamp(line)
    columnNumber = graft_clamp(column)
  }

  @inlinable static var unknown: StaticString { "<unknown>" }

  var fileID: StaticString { Self.staticString(startingAt: fileIDStart) }
  var filePath: StaticString { Self.staticString(startingAt: filePathStart) }
  var line: UInt { UInt(lineNumber) }
  var column: UInt { UInt(columnNumber) }

  /// Differs between most places.
  var hash: UInt {
    let place = UInt(truncatingIfNeeded: UInt64(lineNumber) << 20 ^ UInt64(columnNumber))
    return UInt(bitPattern: filePathStart) ^ graft_scramble(place) ^ place
  }

  /// The words of a `StaticString` that points to its text, in its stored order.
  private struct Representation {
    var start: UnsafePointer<UInt8>
    var count: Int
    var flags: UInt8
  }

  /// `StaticString.utf8Start` is documented to end in a zero byte, so the pointer alone brings the text back.
  private static func staticString(startingAt start: UnsafePointer<UInt8>) -> StaticString {
    var count = 0
    var isASCII = true
    while start[count] != 0 {
      isASCII = isASCII && start[count] < 0x80
      count += 1
    }
    return unsafeBitCast(
      Representation(start: start, count: count, flags: isASCII ? 0x2 : 0x0),
      to: StaticString.self)
  }
}

extension SourceLocation: CustomStringConvertible {
  @usableFromInline
  var description: String { "\(fileID):\(line)" }
}

// MARK: - Reporting

extension SourceLocation {
  /// Runs an operation whose issues stand at this place.
  func withIssues<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try withIssueContext(
      fileID: fileID, filePath: filePath, line: line, column: column, operation: operation)
  }

  /// Reports an issue at this place, whatever else is under way.
  func report(_ message: String) {
    withIssues {
      reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
}
