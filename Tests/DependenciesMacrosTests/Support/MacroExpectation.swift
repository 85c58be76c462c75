import DependenciesMacrosPlugin
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

/// What the macros make of a source.
struct MacroExpectation {
  let source: String
  let expansion: String
  let diagnostics: [String]

  /// The source after all fix-its.
  let fixed: String

  /// Expands the macros of the package, except those that the macros themselves write.
  init(_ source: String) {
    self.source = source
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
    let expanded = file.expand(
      macros: Self.macros,
      contextGenerator: {
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    expansion = expanded.description
    diagnostics = context.diagnostics.map { diagnostic in
      let location = context.location(
        for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "Test.swift")
      return "\(location.line):\(location.column): \(diagnostic.diagMessage.severity): "
        + diagnostic.message
    }
    let changes = context.diagnostics.flatMap(\.fixIts).flatMap(\.changes)
    let edits = changes.compactMap { change -> (range: Range<Int>, text: String)? in
      guard case .replace(let old, let new) = change else { return nil }
      let start = context.location(
        for: old.position, anchoredAt: old, fileName: "Test.swift"
      ).offset
      return (start..<(start + old.totalLength.utf8Length), new.description)
    }
    var bytes = Array(source.utf8)
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    fixed = String(decoding: bytes, as: UTF8.self)
  }

  private static var macros: [String: any Macro.Type] {
    [
      "DependencyClient": DependencyClientMacro.self,
      "DependencyEndpoint": DependencyEndpointMacro.self,
      "DependencyEndpointIgnored": DependencyEndpointIgnoredMacro.self,
      "DependencyEntry": DependencyEntryMacro.self,
      "Injectable": InjectableMacro.self,
    ]
  }
}

/// Expects the source to expand to a text, and the macros to say nothing about it.
func expect(
  _ source: String, expandsTo expected: String,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let result = MacroExpectation(source)
  #expect(result.diagnostics == [], sourceLocation: sourceLocation)
  guard result.expansion != expected else { return }
  Issue.record("expanded to:\n\(result.expansion)", sourceLocation: sourceLocation)
}

/// Expects what the macros say about a source, each `line:column: severity: message`, and what the fix-its make of it.
func expect(
  _ source: String, reports expected: String..., fixedAs fixed: String? = nil,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let result = MacroExpectation(source)
  #expect(result.diagnostics == expected, sourceLocation: sourceLocation)
  #expect(result.fixed == fixed ?? source, sourceLocation: sourceLocation)
}
