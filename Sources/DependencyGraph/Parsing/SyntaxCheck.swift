#if canImport(SwiftParserDiagnostics)
  import SwiftDiagnostics
  import SwiftParser
  import SwiftParserDiagnostics
  import SwiftSyntax
#endif

/// Decides whether a file that looks wrong to the outline parser is broken.
enum SyntaxCheck {
  /// SwiftParser reads some ten thousand lines a second: beyond this size its answer would take too long.
  static let sizeLimit = 200_000

  /// What is nested deeper, or stands on one longer line, no person wrote; SwiftParser takes seconds for it.
  static let nestingLimit = 200
  static let lineLimit = 20_000

  /// The errors in a file, or `nil` if SwiftParser is not here or the file is too much for it.
  static func errors(in file: SourceFile, nesting: Int) -> [SyntaxError]? {
    #if canImport(SwiftParserDiagnostics)
      guard file.bytes.count <= sizeLimit, nesting <= nestingLimit, file.longestLine <= lineLimit
      else { return nil }
      let tree = file.bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
      guard tree.hasError else { return [] }
      return ParseDiagnosticsGenerator.diagnostics(for: tree)
        .filter { $0.diagMessage.severity == .error }
        .filter { !$0.message.contains("maximum nesting level") && !$0.message.contains("UTF-8") }
        .map {
          SyntaxError(
            offset: UInt32(min($0.position.utf8Offset, file.bytes.count)), message: $0.message)
        }
    #else
      return nil
    #endif
  }
}

extension SourceFile {
  /// The length of the longest line, in bytes.
  var longestLine: Int {
    var longest = 0
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      longest = max(longest, index - start)
      start = index + 1
    }
    return max(longest, bytes.count - start)
  }
}
