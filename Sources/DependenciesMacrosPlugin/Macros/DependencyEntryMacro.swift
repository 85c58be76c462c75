public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Writes the key and the accessors of a property of `DependencyValues`.
public enum DependencyEntryMacro {}

extension DependencyEntryMacro: AccessorMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // The other role reports what is wrong.
    guard let entry = entry(declaration, node, context), entry.problems.isEmpty else {
      return declaration.isStoredVariable ? EndpointStorage.unusable : []
    }
    let key = "\(entry.keyName).self"
    let isReported = DefaultIsolation.severity(ofEntry: entry.variable, in: context) != nil
    let probe =
      isReported
      ? ""
      : IsolationProbe(
        macro: "_EntryIsolationProbe", of: entry.identifier.plainName, at: node, in: context
      ).text.indented() + "\n"
    let getter = """
      get {
      \(probe)  return self[\(key)]
      }
      """
    return [
      "\(raw: getter)",
      "set {\n  self[\(raw: key)] = newValue\n}",
      "_modify {\n  yield &self[\(raw: key)]\n}",
    ]
  }
}

extension DependencyEntryMacro: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard declaration.as(VariableDeclSyntax.self)?.bindings.count == 1 else {
      // The compiler says itself that the macro needs a single variable.
      return []
    }
    guard let entry = entry(declaration, node, context) else {
      context.diagnose(.entryIsMisplaced(node))
      return []
    }
    let problems = entry.problems
    guard problems.isEmpty else {
      problems.forEach(context.diagnose)
      return []
    }
    let name = entry.identifier.plainName
    if let severity = DefaultIsolation.severity(ofEntry: entry.variable, in: context) {
      context.diagnose(.entryIsOnMainActorByDefault(entry.variable, name: name, severity))
    }
    let probe = """
      #_EntrySendableProbe("\(name)", \\\(entry.extendedType).\(entry.identifier.text))
      """
    let key = EntryKey(entry: entry) { text, expression in
      SourceLocated.begin(text, at: expression, in: context)
    }
    return [
      SourceLocated.declaration(probe, at: node, in: context),
      SourceLocated.declaration(key.text, at: node, in: context),
    ]
  }

  private static func entry(
    _ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) -> Entry? {
    declaration.as(VariableDeclSyntax.self).flatMap {
      Entry($0, node, lexicalContext: context.lexicalContext)
    }
  }
}
