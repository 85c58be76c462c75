#if canImport(SwiftParser)
  import SwiftParser
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
    #if canImport(SwiftParser)
      guard file.bytes.count <= sizeLimit, nesting <= nestingLimit, file.longestLine <= lineLimit
      else { return nil }
      let tree = file.bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
      guard tree.hasError else { return [] }
      let collector = ErrorCollector(viewMode: .all)
      collector.walk(tree)
      return collector.errors.map {
        SyntaxError(offset: min($0.offset, UInt32(file.bytes.count)), message: $0.message)
      }
    #else
      return nil
    #endif
  }
}

#if canImport(SwiftParser)
  /// Reads the errors off a tree. The generator of diagnostics that comes with SwiftParser is not used: it makes fix-its
  /// as well, and stops the process where it finds none to make.
  private final class ErrorCollector: SyntaxVisitor {
    private(set) var errors: [SyntaxError] = []

    private func report(_ message: String, at position: AbsolutePosition) {
      let offset = UInt32(position.utf8Offset)
      // One place is wrong once, however many nodes are missing there.
      if errors.last?.offset != offset {
        errors.append(SyntaxError(offset: offset, message: message))
      }
    }

    override func visit(_ node: UnexpectedNodesSyntax) -> SyntaxVisitorContinueKind {
      guard let first = node.firstToken(viewMode: .sourceAccurate) else { return .skipChildren }
      report(
        "'\(first.text.prefix(40))' is not expected here",
        at: first.positionAfterSkippingLeadingTrivia)
      return .skipChildren
    }

    override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
      if token.presence == .missing {
        let message =
          switch token.text {
          case ";": "the end of the line, or ';', is expected here"
          case let text where text.isEmpty || text.hasPrefix("<#"): "something is missing here"
          case let text: "'\(text)' is expected here"
          }
        report(message, at: token.positionAfterSkippingLeadingTrivia)
      } else if let diagnostic = token.tokenDiagnostic, diagnostic.severity == .error,
        diagnostic.kind != .invalidUtf8
      {
        report(
          Self.words(of: diagnostic.kind),
          at: token.position.advanced(by: Int(diagnostic.byteOffset)))
      }
      return .skipChildren
    }

    /// `unterminatedBlockComment` as "unterminated block comment".
    private static func words(of kind: TokenDiagnostic.Kind) -> String {
      var result = ""
      for character in String(describing: kind) {
        if character.isUppercase { result += " " }
        result += character.lowercased()
      }
      return result
    }
  }
#endif

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
