internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Makes endpoints of a struct's closures, and writes its initializers.
public enum DependencyClientMacro {}

extension DependencyClientMacro: MemberAttributeMacro {
  public static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard let variable = member.as(VariableDeclSyntax.self), variable.isEndpoint,
      variable.bindings.count == 1, let endpoint = Endpoint(variable)
    else { return [] }
    let isMarked = variable.attributes.contains(named: "DependencyEndpoint")
    // Without accessors, the compiler would report a shared property as well.
    if !isMarked && !endpoint.isSharedByThreads {
      let client = declaration.as(StructDeclSyntax.self)?.name.plainName
      let problems = endpoint.problems(macro: "@DependencyClient", client: client)
      // The endpoint's own macro repeats what is no error.
      if problems.contains(where: { $0.severity == .error }) {
        problems.forEach(context.diagnose)
        return []
      }
    }
    let marker: [AttributeSyntax] = isMarked ? [] : ["@DependenciesMacros.DependencyEndpoint"]
    return marker + (endpoint.hasLabels ? discouragements(of: endpoint) : [])
  }

  /// The property stays for overriding; completion offers the method first.
  private static func discouragements(of endpoint: Endpoint) -> [AttributeSyntax] {
    let labels = endpoint.closure?.parameters.map { "\($0.secondName?.plainName ?? "_"):" }
    let method = "\(endpoint.identifier.plainName)(\(labels?.joined() ?? ""))"
    let message = "Call '\(method)', which has argument labels; the property is for overriding."
    return ["iOS", "macOS", "tvOS", "watchOS"].map { platform in
      "@available(\(raw: platform), deprecated: 9999, message: \"\(raw: message)\")"
    }
  }
}

extension DependencyClientMacro: MemberMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let client = declaration.as(StructDeclSyntax.self) else {
      context.diagnose(.clientIsNoStruct(declaration))
      return []
    }
    do {
      let name = client.name.plainName
      let members = try ConditionalMembers(client.memberBlock.members, type: name) {
        variable throws(PropertyProblem) in
        try ClientProperty.properties(of: variable, client: name)
      }
      guard members.contains(where: \.isEndpoint) else { return [] }
      let severity = DefaultIsolation.severity(ofClient: client, in: context)
      if let severity { context.diagnose(.clientIsOnMainActorByDefault(client, severity)) }
      let initializers = ClientInitializers(
        access: AccessLevel(client.modifiers),
        probe: severity == nil
          ? IsolationProbe(
            macro: "_ClientIsolationProbe", of: name, at: node, in: context
          ).text : nil,
        written: Set(
          client.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self)?.labels }))
      let text = members.write(initializers.text)
      return text.isEmpty ? [] : Parsed.declarations(text)
    } catch {
      context.diagnose(error.diagnostic)
      return []
    }
  }
}
