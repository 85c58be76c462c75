public import SwiftSyntax
public import SwiftSyntaxMacros

/// Marks a property that `@DependencyClient` leaves alone.
public enum DependencyEndpointIgnoredMacro: AccessorMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    []
  }
}
