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

  /// The errors in a file, or `nil` if SwiftParser is not here or the file is too large for it.
  static func errors(in file: SourceFile, longestChain: Int) -> [SyntaxError]? {
    #if canImport(SwiftParserDiagnostics)
      // SwiftParser's trees are as deep as a chain is long, and are walked recursively.
      guard file.bytes.count <= sizeLimit, longestChain < 2_000 else { return nil }
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
