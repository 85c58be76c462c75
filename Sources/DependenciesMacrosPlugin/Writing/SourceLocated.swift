internal import SwiftSyntax
internal import SwiftSyntaxBuilder
internal import SwiftSyntaxMacros

/// Text that stands, for what the compiler reports about it, where a node of the program does.
enum SourceLocated {
  static func text(
    _ text: String, at node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) -> String {
    let located = begin(text, at: node, in: context)
    return located == text ? text : located + "\n#sourceLocation()"
  }

  /// The text behind a directive that lasts until the next one: they do not nest.
  static func begin(
    _ text: String, at node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) -> String {
    let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath)
    guard let location else { return text }
    return "#sourceLocation(file: \(location.file), line: \(location.line))\n\(text)"
  }

  /// A declaration. The block keeps blank lines away, which would move the place.
  static func declaration(
    _ text: String, at node: some SyntaxProtocol, in context: some MacroExpansionContext
  ) -> DeclSyntax {
    "#if true\n\(raw: Self.text(text, at: node, in: context))\n#endif"
  }
}
