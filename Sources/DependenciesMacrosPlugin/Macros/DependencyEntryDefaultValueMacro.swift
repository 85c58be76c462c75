public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Computes a value of a key anew for each read, and leaves its type to the compiler.
public enum DependencyEntryDefaultValueMacro: AccessorMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let value = variable.bindings.first?.initializer?.value
    else { return [] }
    return ["get {\n  \(value.trimmed)\n}"]
  }
}
