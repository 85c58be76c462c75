internal import SwiftDiagnostics
internal import SwiftParser
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Turns a closure property into one that reports calls until it is overridden, and adds a method with labels.
public enum DependencyEndpointMacro {}

extension DependencyEndpointMacro: AccessorMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // The other role reports what is wrong. The compiler would add that accessors are missing.
    guard let endpoint = checked(declaration, node).endpoint, let fallback = endpoint.fallback
    else { return declaration.isStoredVariable ? EndpointStorage.unusable : [] }
    return EndpointStorage(endpoint: endpoint, fallback: fallback, client: nil).accessors
  }
}

extension DependencyEndpointMacro: PeerMacro {
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let (endpoint, problems) = checked(declaration, node)
    problems.forEach(context.diagnose)
    guard let endpoint, let fallback = endpoint.fallback else { return [] }
    let storage = EndpointStorage(
      endpoint: endpoint, fallback: fallback, client: clientName(in: context))
    var declarations = [storage.declaration]
    if case .chosenByType = fallback {
      // Where no closure fits the type, the compiler shall say so at the endpoint.
      let text = storage.declaration.description
      declarations = [SourceLocated.declaration(text, at: endpoint.binding, in: context)]
    }
    return [method(of: endpoint, node, context)].compactMap(\.self) + declarations
  }

  private static func method(
    of endpoint: Endpoint, _ node: AttributeSyntax, _ context: some MacroExpansionContext
  ) -> DeclSyntax? {
    let name: String
    switch MethodName(node) {
    case .none:
      guard endpoint.hasLabels else { return nil }
      name = endpoint.identifier.text
    case .name(let written, let argument):
      guard endpoint.closure != nil else {
        context.diagnose(.aliasHasNoMethod(argument, endpoint))
        return nil
      }
      name = written
    case .invalid(let diagnostic):
      context.diagnose(diagnostic)
      return nil
    }
    guard let closure = endpoint.closure else { return nil }
    if let variadic = closure.parameters.first(where: { $0.ellipsis != nil }) {
      context.diagnose(.methodIsVariadic(variadic, name: endpoint.identifier.plainName))
      return nil
    }
    return EndpointMethod(
      endpoint: endpoint, closure: closure, name: name, isInActor: isActor(context.lexicalContext)
    ).declaration
  }

  private static func isActor(_ lexicalContext: [Syntax]) -> Bool {
    guard let scope = lexicalContext.first?.asProtocol((any DeclGroupSyntax).self) else {
      return false
    }
    return scope.is(ActorDeclSyntax.self)
      || scope.attributes.unconditional.contains { $0.baseName.hasSuffix("Actor") }
  }

  /// The client's name as issues show it. Only `Self` tells the arguments of a generic client; elsewhere the name is
  /// known here, and the same for private types in debug and release builds.
  private static func clientName(in context: some MacroExpansionContext) -> String? {
    for scope in context.lexicalContext {
      if let scope = scope.as(StructDeclSyntax.self), scope.genericParameterClause == nil {
        return scope.name.plainName
      }
      // `Self` is not allowed where a class initializes its properties.
      if let scope = scope.as(ClassDeclSyntax.self) { return scope.name.plainName }
      if let scope = scope.as(ActorDeclSyntax.self) { return scope.name.plainName }
      if scope.asProtocol((any DeclGroupSyntax).self) != nil { return #"\(Self.self)"# }
    }
    return nil
  }
}

extension DependencyEndpointMacro {
  /// The endpoint, and what there is to say about it. It is `nil` where nothing can be written for it.
  fileprivate static func checked(
    _ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax
  ) -> (endpoint: Endpoint?, problems: [MacroDiagnostic]) {
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1
    else {
      // The compiler says itself that the macro needs a single variable.
      return (nil, [])
    }
    guard let endpoint = Endpoint(variable), endpoint.canBeClosure,
      variable.bindingSpecifier.tokenKind == .keyword(.var), !endpoint.binding.hasGetter
    else { return (nil, [.endpointIsNoClosure(node)]) }
    let macro = "@DependencyEndpoint"
    let problems = endpoint.problems(macro: macro, client: nil)
    return (problems.contains { $0.severity == .error } ? nil : endpoint, problems)
  }
}

/// The argument of `@DependencyEndpoint(method:)`.
private enum MethodName {
  case none
  case name(String, ExprSyntax)
  case invalid(MacroDiagnostic)

  init(_ node: AttributeSyntax) {
    guard let argument = node.arguments?.as(LabeledExprListSyntax.self)?.first?.expression
    else {
      self = .none
      return
    }
    guard let text = argument.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
      self = .invalid(.methodNameIsNoLiteral(argument))
      return
    }
    guard text.isIdentifier else {
      self = .invalid(.methodNameIsNoIdentifier(argument))
      return
    }
    self = .name(text, argument)
  }
}

extension DeclSyntaxProtocol {
  /// Whether accessors can be added without another complaint.
  var isStoredVariable: Bool {
    guard let variable = self.as(VariableDeclSyntax.self) else { return false }
    return variable.bindingSpecifier.tokenKind == .keyword(.var)
      && variable.bindings.count == 1
      && !variable.bindings.contains(where: \.hasGetter)
  }
}
