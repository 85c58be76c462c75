internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// A struct, class or actor that is made from its dependencies and in no other way.
struct InjectableType {
  let declaration: any DeclGroupSyntax
  let name: TokenSyntax

  init?(_ declaration: some DeclGroupSyntax) {
    switch declaration.kind {
    case .structDecl, .classDecl, .actorDecl: break
    default: return nil
    }
    guard let named = declaration.asProtocol((any NamedDeclSyntax).self) else { return nil }
    self.declaration = declaration
    name = named.name
  }

  /// The type's access level, as far as it can reach beyond the module.
  var access: AccessLevel {
    AccessLevel(declaration.modifiers).map { $0 == .open ? .public : $0 } ?? .internal
  }

  /// Whether an attribute puts the type on the main actor. A superclass or the module may as well, unseen.
  var isOnMainActor: Bool {
    declaration.attributes.contains(named: "MainActor")
  }

  /// The global actor that isolates the type by an attribute, unless it is the main actor.
  var foreignActor: String? {
    let actor = declaration.attributes.unconditional.first { $0.baseName.hasSuffix("Actor") }
    return actor.flatMap { $0.baseName == "MainActor" ? nil : $0.baseName }
  }

  var isSendable: Bool {
    declaration.inheritanceClause?.inheritedTypes.contains {
      ["Sendable", "Swift.Sendable"].contains($0.type.trimmedDescription)
    } ?? false
  }

  /// The members that the macro leaves to the program, which has written them.
  var hasInitializer: Bool {
    initializers.contains { $0.labels == "dependency:" }
  }

  func hasFunction(_ name: String, _ label: String) -> Bool {
    members.contains {
      guard let function = $0.decl.as(FunctionDeclSyntax.self) else { return false }
      return function.modifiers.typeMember != nil && function.name.text == name
        && function.signature.parameterClause.parameters.first?.firstName.text == label
    }
  }

  var problems: [MacroDiagnostic] {
    var problems: [MacroDiagnostic] = []
    if let type = declaration.as(ClassDeclSyntax.self), !type.modifiers.contains(.final) {
      problems.append(.injectableClassIsOpen(type))
    }
    if let type = declaration.inheritanceClause?.inheritedTypes.first(where: {
      $0.type.trimmedDescription.hasPrefix("~Copyable")
    }) {
      problems.append(.injectableIsNoncopyable(type, name: name.plainName))
    }
    for member in members {
      let named = member.decl.asProtocol((any NamedDeclSyntax).self)
      if let token = named?.name, token.text == "Dependency",
        !member.decl.is(FunctionDeclSyntax.self)
      {
        problems.append(.injectableHasDependency(token, name: name.plainName))
      }
    }
    problems += initializers.filter(\.isWayToMakeOne).map {
      .injectableHasInitializer($0, name: name.plainName)
    }
    return problems
  }

  private var initializers: [InitializerDeclSyntax] {
    members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
  }

  /// The members, those in `#if` blocks too.
  private var members: [MemberBlockItemSyntax] {
    declaration.memberBlock.members.flatMap(\.flattened)
  }
}

extension MemberBlockItemSyntax {
  fileprivate var flattened: [MemberBlockItemSyntax] {
    guard let block = decl.as(IfConfigDeclSyntax.self) else { return [self] }
    return block.clauses.flatMap { clause -> [MemberBlockItemSyntax] in
      guard case .decls(let members) = clause.elements else { return [] }
      return members.flatMap(\.flattened)
    }
  }
}

extension InitializerDeclSyntax {
  /// Whether other code may call the initializer. One that is required has to be as visible as the type.
  fileprivate var isWayToMakeOne: Bool {
    if AccessLevel(modifiers) == .private || modifiers.contains(.required) { return false }
    return !attributes.unconditional.contains {
      $0.baseName == "available" && $0.arguments?.description.contains("unavailable") == true
    }
  }
}
