internal import SwiftParser
public import SwiftSyntax
public import SwiftSyntaxMacros

/// What a probe expands to where there is nothing to report.
public enum PassedProbeMacro: DeclarationMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}

/// Chosen by the compiler where a client is isolated to the main actor.
public enum MainActorClientMacro: DeclarationMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    context.diagnose(.clientIsOnMainActor(Syntax(node), name: node.probedName))
    return []
  }
}

/// Chosen by the compiler where an entry is isolated to the main actor.
public enum MainActorEntryMacro: DeclarationMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    context.diagnose(.entryIsOnMainActor(Syntax(node), name: node.probedName))
    return []
  }
}

/// Chosen by the compiler where the type of an entry is not `Sendable`.
public enum NonSendableEntryMacro: DeclarationMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    context.diagnose(.entryIsNotSendable(Syntax(node), name: node.probedName))
    return []
  }
}

extension FreestandingMacroExpansionSyntax {
  /// The first argument.
  fileprivate var probedName: String {
    arguments.first?.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue ?? ""
  }
}
