internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// Statements that let the compiler choose, by the isolation of the place where they stand, a macro that expands to
/// nothing or one that reports.
struct IsolationProbe {
  let text: String

  init(
    macro: String, of name: String, at node: AttributeSyntax, in context: some MacroExpansionContext
  ) {
    let probe = "#\(macro)(\"\(name)\", __isolation)"
    text = "func __isolation() {}\n" + SourceLocated.text(probe, at: node, in: context)
  }
}
