internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxBuilder
internal import SwiftSyntaxMacros

/// Everything that the macros say about a program.
enum MacroDiagnostic {
  case clientIsNoStruct(any DeclGroupSyntax)
  case propertyNeedsType(PatternBindingSyntax, name: String, client: String)
  case propertyNeedsName(PatternBindingSyntax, client: String)
  case tooManyConditions(IfConfigDeclSyntax, type: String)

  case endpointIsNoClosure(AttributeSyntax)
  case endpointIsNotOneVariable(VariableDeclSyntax, name: String, macro: String)
  case endpointNeedsDefault(Endpoint, client: String?)
  case defaultIsNoClosure(Endpoint, macro: String)
  case unimplementedIsWritten(ExprSyntax, macro: String)
  case defaultStops(CodeBlockItemSyntax, name: String)
  case sharedEndpointIsNotSendable(Endpoint)
  case methodNameIsNoLiteral(ExprSyntax)
  case methodNameIsNoIdentifier(ExprSyntax)
  case methodIsVariadic(TupleTypeElementSyntax, name: String)
  case aliasHasNoMethod(ExprSyntax, Endpoint)

  case injectableIsNoType(AttributeSyntax, any DeclGroupSyntax)
  case injectableClassIsOpen(ClassDeclSyntax)
  case injectableIsNoncopyable(InheritedTypeSyntax, name: String)
  case injectableHasDependency(TokenSyntax, name: String)
  case injectableHasInitializer(InitializerDeclSyntax, name: String)
  case injectableNeedsName(PatternBindingSyntax, type: String)
  case injectableNeedsType(PatternBindingSyntax, name: String, type: String)
  case injectableIsWrapped(AttributeSyntax, name: String, type: String)
  case dependencyIsHidden(AttributeSyntax, type: String)

  case entryIsMisplaced(AttributeSyntax)
  case entryIsStatic(DeclModifierSyntax, name: String)
  case entryNeedsValue(VariableDeclSyntax, name: String)
  case keyNameIsNoIdentifier(ExprSyntax)

  case clientIsOnMainActorByDefault(StructDeclSyntax, IsolationSeverity)
  case entryIsOnMainActorByDefault(VariableDeclSyntax, name: String, IsolationSeverity)
  case clientIsOnMainActor(Syntax, name: String)
  case entryIsOnMainActor(Syntax, name: String)
  case entryIsNotSendable(Syntax, name: String)
}

extension MacroDiagnostic {
  var message: String {
    switch self {
    case .clientIsNoStruct(let declaration):
      "'@DependencyClient' makes a client out of a struct of closures; it cannot be applied to "
        + declaration.kindDescription
    case .propertyNeedsType(_, let name, let client):
      "'\(name)' needs a written type: it is a parameter of the initializers that "
        + "'@DependencyClient' writes for '\(client)'"
    case .propertyNeedsName(_, let client):
      "properties declared as a tuple cannot be parameters of the initializers that "
        + "'@DependencyClient' writes for '\(client)'; declare each on its own"
    case .tooManyConditions(_, let type):
      "'\(type)' has more than \(conditionLimit) independent '#if' blocks with "
        + "properties, and an initializer is needed for each combination; put some of them together"

    case .endpointIsNoClosure:
      "'@DependencyEndpoint' belongs on a 'var' with a written closure type"
    case .endpointIsNotOneVariable(_, let name, let macro):
      "the endpoint '\(name)' must be declared on its own, so that '\(macro)' can write its accessors"
    case .endpointNeedsDefault(let endpoint, let client):
      Self.needsDefault(endpoint, client)
    case .defaultIsNoClosure(let endpoint, let macro):
      "the default of the endpoint '\(endpoint.identifier.plainName)' must be a closure literal, "
        + "into which '\(macro)' can put the report that it was not overridden"
    case .unimplementedIsWritten(_, let macro):
      "'unimplemented' is not needed here: '\(macro)' already makes an endpoint that reports its use"
    case .defaultStops(_, let name):
      "this default stops the whole test or preview that calls '\(name)'; any value of its type "
        + "will do, and the call is reported all the same"
    case .sharedEndpointIsNotSendable(let endpoint):
      "the endpoint '\(endpoint.identifier.plainName)' is shared by all threads, so its type must "
        + "be '@Sendable'"
    case .methodNameIsNoLiteral:
      "'method' must be a string literal without interpolation"
    case .methodNameIsNoIdentifier(let argument):
      "'method' must be the name of a method, which \(argument.trimmedDescription) cannot be"
    case .methodIsVariadic(_, let name):
      "the method for the endpoint '\(name)' cannot hand a variadic parameter on; take an array"
    case .aliasHasNoMethod(_, let endpoint):
      "no method can be written for the endpoint '\(endpoint.identifier.plainName)', since its "
        + "parameters are hidden behind '\(endpoint.type.trimmedDescription)'; write the closure type"

    case .injectableIsNoType(_, let declaration):
      "'@Injectable' makes a struct, a class or an actor from its dependencies; it cannot be applied "
        + "to \(declaration.kindDescription)"
    case .injectableClassIsOpen(let type):
      "the class '\(type.name.plainName)' must be 'final': an object of a subclass would be made "
        + "without 'make(dependency:)'"
    case .injectableIsNoncopyable(_, let name):
      "'\(name)' cannot be '@Injectable', since a container hands out copies"
    case .injectableHasDependency(_, let name):
      "'@Injectable' writes the type 'Dependency' of '\(name)'; rename this one, or leave the "
        + "attribute out and write 'make(dependency:)' as well"
    case .injectableHasInitializer(_, let name):
      "'\(name)' can be made with this initializer too, and 'make(dependency:)' is to be the only "
        + "way; make it 'private'"
    case .injectableNeedsName(_, let type):
      "properties declared as a tuple cannot be dependencies of '\(type)'; declare each on its own"
    case .injectableNeedsType(_, let name, let type):
      "'\(name)' needs a written type: it is a dependency of '\(type)'"
    case .injectableIsWrapped(let attribute, let name, let type):
      "'\(name)' cannot be a dependency of '\(type)', since only "
        + "'@\(attribute.attributeName.trimmedDescription)' knows how it is made; give it a default"
    case .dependencyIsHidden(_, let type):
      "'@Injectable' writes a type 'Dependency' in '\(type)', which hides the property wrapper; write "
        + "'@Dependencies.Dependency'"

    case .entryIsMisplaced:
      "'@DependencyEntry' belongs on a 'var' in an extension of 'DependencyValues'"
    case .entryIsStatic(let modifier, let name):
      "the entry '\(name)' cannot be '\(modifier.name.text)': a dependency is read from an instance "
        + "of 'DependencyValues'"
    case .entryNeedsValue(_, let name):
      "the entry '\(name)' needs a value: a default, which tests use, or a 'liveValue' or "
        + "'previewValue' in '@DependencyEntry'"
    case .keyNameIsNoIdentifier:
      "the name of an entry's key must be a string literal that names a type"

    case .clientIsOnMainActorByDefault(let client, _):
      Self.clientIsOnMainActor(name: client.name.plainName)
    case .entryIsOnMainActorByDefault(_, let name, _):
      Self.entryIsOnMainActor(name: name)
    case .clientIsOnMainActor(_, let name):
      Self.clientIsOnMainActor(name: name)
    case .entryIsOnMainActor(_, let name):
      Self.entryIsOnMainActor(name: name)
    case .entryIsNotSendable(_, let name):
      "the entry '\(name)' must have a 'Sendable' type, since dependencies are read from anywhere"
    }
  }

  var severity: DiagnosticSeverity {
    switch self {
    case .defaultStops, .unimplementedIsWritten, .clientIsOnMainActorByDefault(_, .warning),
      .entryIsOnMainActorByDefault(_, _, .warning):
      .warning
    default: .error
    }
  }

  /// What the diagnostic points at.
  var node: Syntax {
    switch self {
    case .clientIsNoStruct(let declaration): Syntax(declaration.introducer)
    case .propertyNeedsType(let binding, _, _): Syntax(binding)
    case .propertyNeedsName(let binding, _): Syntax(binding.pattern)
    case .tooManyConditions(let block, _): Syntax(block)
    case .endpointIsNoClosure(let attribute): Syntax(attribute)
    case .endpointIsNotOneVariable(let variable, _, _):
      Syntax(variable.bindings.dropFirst().first?.pattern) ?? Syntax(variable)
    case .entryIsStatic(let modifier, _): Syntax(modifier)
    case .endpointNeedsDefault(let endpoint, _): Syntax(endpoint.binding)
    case .defaultIsNoClosure(let endpoint, _):
      Syntax(endpoint.binding.initializer?.value) ?? Syntax(endpoint.binding)
    case .unimplementedIsWritten(let expression, _): Syntax(expression)
    case .defaultStops(let statement, _): Syntax(statement)
    case .sharedEndpointIsNotSendable(let endpoint): Syntax(endpoint.type)
    case .methodNameIsNoLiteral(let argument), .methodNameIsNoIdentifier(let argument),
      .aliasHasNoMethod(let argument, _), .keyNameIsNoIdentifier(let argument):
      Syntax(argument)
    case .methodIsVariadic(let parameter, _): Syntax(parameter.type)
    case .injectableIsNoType(_, let declaration): Syntax(declaration.introducer)
    case .injectableClassIsOpen(let type): Syntax(type.name)
    case .injectableIsNoncopyable(let type, _): Syntax(type)
    case .injectableHasDependency(let name, _): Syntax(name)
    case .injectableHasInitializer(let initializer, _): Syntax(initializer.initKeyword)
    case .injectableNeedsName(let binding, _): Syntax(binding.pattern)
    case .injectableNeedsType(let binding, _, _): Syntax(binding)
    case .injectableIsWrapped(let attribute, _, _): Syntax(attribute)
    case .dependencyIsHidden(let attribute, _): Syntax(attribute.attributeName)
    case .entryIsMisplaced(let attribute): Syntax(attribute)
    case .entryNeedsValue(let variable, _): Syntax(variable)
    case .clientIsOnMainActorByDefault(let client, _): Syntax(client.structKeyword)
    case .entryIsOnMainActorByDefault(let entry, _, _): Syntax(entry.bindingSpecifier)
    case .clientIsOnMainActor(let node, _), .entryIsOnMainActor(let node, _),
      .entryIsNotSendable(let node, _):
      node
    }
  }

  var fixIts: [FixIt] {
    switch self {
    case .propertyNeedsType(let binding, _, _), .injectableNeedsType(let binding, _, _):
      [fixIt("Write its type", replace: binding, with: binding.withTypePlaceholder)]
    case .endpointIsNotOneVariable(let variable, _, _):
      variable.hasSharedTypes
        ? []
        : [fixIt("Declare each on its own", replace: variable, with: variable.separated)]
    case .endpointNeedsDefault(let endpoint, _):
      [fixIt("Add a default", replace: endpoint.binding, with: endpoint.bindingWithDefault)]
    case .defaultStops(let statement, _):
      [
        fixIt(
          "Wrap it in a closure that is called at once, to keep it without this warning",
          replace: statement, with: statement.wrappedInCalledClosure)
      ]
    case .sharedEndpointIsNotSendable(let endpoint):
      [
        fixIt(
          "Add '@Sendable'", replace: endpoint.type,
          with: TypeSyntax("@Sendable \(endpoint.type.trimmed)")
            .with(\.leadingTrivia, endpoint.type.leadingTrivia)
            .with(\.trailingTrivia, endpoint.type.trailingTrivia))
      ]
    case .methodIsVariadic(let parameter, _):
      [
        fixIt(
          "Replace '\(parameter.type.trimmedDescription)...' with an array", replace: parameter,
          with:
            parameter
            .with(\.type, "[\(parameter.type.trimmed)]")
            .with(\.ellipsis, nil))
      ]
    case .injectableClassIsOpen(let type):
      [fixIt("Add 'final'", replace: type, with: type.asFinal)]
    case .injectableHasInitializer(let initializer, _):
      [fixIt("Make it 'private'", replace: initializer, with: initializer.asPrivate)]
    case .dependencyIsHidden(let attribute, _):
      [
        fixIt(
          "Write '@Dependencies.Dependency'", replace: attribute.attributeName,
          with: TypeSyntax("Dependencies.Dependency")
            .with(\.trailingTrivia, attribute.attributeName.trailingTrivia))
      ]
    case .clientIsOnMainActorByDefault(let client, _):
      [
        fixIt(
          "Add 'nonisolated'", replace: client.structKeyword, with: client.structKeyword.nonisolated
        )
      ]
    case .entryIsOnMainActorByDefault(let entry, _, _):
      [
        fixIt(
          "Add 'nonisolated'", replace: entry.bindingSpecifier,
          with: entry.bindingSpecifier.nonisolated)
      ]
    default: []
    }
  }

  var diagnostic: Diagnostic {
    Diagnostic(
      node: node, message: Message(message: message, severity: severity, id: id), fixIts: fixIts)
  }

  private var id: String {
    String("\(self)".prefix { $0 != "(" })
  }

  private static func clientIsOnMainActor(name: String) -> String {
    "the client '\(name)' is isolated to the main actor, and dependencies are read from anywhere; "
      + "declare it as 'nonisolated struct \(name)'"
  }

  private static func entryIsOnMainActor(name: String) -> String {
    "the entry '\(name)' is isolated to the main actor, and dependencies are read from anywhere; "
      + "declare it as 'nonisolated var \(name)'"
  }

  private static func needsDefault(_ endpoint: Endpoint, _ client: String?) -> String {
    let name = endpoint.identifier.plainName
    let reason: String
    if case .typed(let error) = endpoint.closure?.errors {
      reason =
        "throws only '\(error.trimmedDescription)', so it needs a default closure that throws one"
    } else {
      reason =
        "returns a value and cannot throw, so it needs a default closure; any value of its type will "
        + "do, since its use is reported"
    }
    let purpose = client.map { "'\($0)()' cannot make an unimplemented client: " } ?? ""
    return "\(purpose)the endpoint '\(name)' \(reason)"
  }

  private func fixIt(
    _ text: String, replace old: some SyntaxProtocol, with new: some SyntaxProtocol
  ) -> FixIt {
    FixIt(
      message: FixItText(message: text, id: id),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}

extension MacroExpansionContext {
  func diagnose(_ diagnostic: MacroDiagnostic) {
    diagnose(diagnostic.diagnostic)
  }
}

private struct Message: DiagnosticMessage {
  let message: String
  let severity: DiagnosticSeverity
  let id: String

  var diagnosticID: MessageID { MessageID(domain: "DependenciesMacros", id: id) }
}

private struct FixItText: FixItMessage {
  let message: String
  let id: String

  var fixItID: MessageID { MessageID(domain: "DependenciesMacros", id: id) }
}

extension DeclGroupSyntax {
  fileprivate var kindDescription: String {
    switch introducer.text {
    case "actor", "enum", "extension": "an \(introducer.text)"
    default: "a \(introducer.text)"
    }
  }
}

extension CodeBlockItemSyntax {
  fileprivate var wrappedInCalledClosure: CodeBlockItemSyntax {
    CodeBlockItemSyntax("{ \(trimmed) }()")
      .with(\.leadingTrivia, leadingTrivia)
      .with(\.trailingTrivia, trailingTrivia)
  }
}

extension Endpoint {
  fileprivate var bindingWithDefault: PatternBindingSyntax {
    let parameters = closure?.parameters.map { _ in "_" }.joined(separator: ", ") ?? ""
    var body = "<#T#>"
    if case .typed(let error) = closure?.errors { body = "throw <#\(error.trimmedDescription)#>" }
    let literal = parameters.isEmpty ? "{ \(body) }" : "{ \(parameters) in \(body) }"
    var annotation = binding.typeAnnotation
    let trivia = annotation?.trailingTrivia ?? []
    annotation?.trailingTrivia = []
    return
      binding
      .with(\.typeAnnotation, annotation)
      .with(
        \.initializer,
        InitializerClauseSyntax(
          equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
          value: ExprSyntax(stringLiteral: literal), trailingTrivia: trivia))
  }
}

extension WithModifiersSyntax where Self: DeclSyntaxProtocol {
  /// The declaration with a modifier in front of its keyword, behind those that it has.
  fileprivate func adding(
    _ keyword: Keyword, before introducer: WritableKeyPath<Self, TokenSyntax>
  ) -> Self {
    var result = self
    var modifier = DeclModifierSyntax(name: .keyword(keyword, trailingTrivia: .space))
    if modifiers.isEmpty {
      modifier.leadingTrivia = self[keyPath: introducer].leadingTrivia
      result[keyPath: introducer].leadingTrivia = []
    }
    result.modifiers.append(modifier)
    return result
  }
}

extension ClassDeclSyntax {
  fileprivate var asFinal: ClassDeclSyntax {
    var type = self
    type.modifiers = DeclModifierListSyntax(
      modifiers.map {
        $0.name.tokenKind == .keyword(.open)
          ? $0.with(\.name, $0.name.with(\.tokenKind, .keyword(.public))) : $0
      })
    return type.adding(.final, before: \.classKeyword)
  }
}

extension TokenSyntax {
  /// The keyword of a declaration with the modifier before it.
  fileprivate var nonisolated: TokenSyntax {
    .identifier("nonisolated \(text)", leadingTrivia: leadingTrivia, trailingTrivia: trailingTrivia)
  }
}

extension InitializerDeclSyntax {
  fileprivate var asPrivate: InitializerDeclSyntax {
    guard
      let index = modifiers.firstIndex(where: { AccessLevel(rawValue: $0.name.text) != nil })
    else { return adding(.private, before: \.initKeyword) }
    let name = modifiers[index].name
    return with(\.modifiers[index].name, name.with(\.tokenKind, .keyword(.private)))
  }
}

extension PatternBindingSyntax {
  fileprivate var withTypePlaceholder: PatternBindingSyntax {
    let trivia = pattern.trailingTrivia
    return with(\.pattern, pattern.with(\.trailingTrivia, []))
      .with(
        \.typeAnnotation,
        TypeAnnotationSyntax(
          colon: .colonToken(trailingTrivia: .space),
          type: TypeSyntax(stringLiteral: "<#Type#>"), trailingTrivia: trivia))
  }
}

extension VariableDeclSyntax {
  /// Whether a name takes its type from a later one, as in `var a, b: Int`.
  fileprivate var hasSharedTypes: Bool {
    bindings.contains { $0.typeAnnotation == nil && $0.initializer == nil }
  }

  /// The same properties, one declaration each.
  fileprivate var separated: CodeBlockItemListSyntax {
    let head = with(\.bindings, []).with(\.leadingTrivia, []).with(\.trailingTrivia, [])
    let start = leadingTrivia.lineIndentation
    var text = leadingTrivia.description
    for (index, binding) in bindings.enumerated() {
      if index > 0 { text += "\n" + start }
      text += head.trimmedDescription + " "
      text += binding.with(\.trailingComma, nil).trimmedDescription
    }
    return CodeBlockItemListSyntax(stringLiteral: text + trailingTrivia.description)
  }
}

extension Trivia {
  /// The spaces behind the last line break.
  fileprivate var lineIndentation: String {
    String(description.reversed().prefix { $0 == " " || $0 == "\t" }.reversed())
  }
}
