public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Writes how a type is made from its dependencies.
public enum InjectableMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let type = InjectableType(declaration) else {
      context.diagnose(.injectableIsNoType(node, declaration))
      return []
    }
    let problems = type.problems
    guard problems.isEmpty else {
      problems.forEach(context.diagnose)
      return []
    }
    do {
      let name = type.name.plainName
      let properties = try ConditionalMembers(declaration.memberBlock.members, type: name) {
        variable throws(PropertyProblem) in
        try InjectableProperty.properties(of: variable, type: name)
      }
      return Parsed.declarations(InjectableMembers(type: type).text(for: properties))
    } catch {
      context.diagnose(error.diagnostic)
      return []
    }
  }
}
