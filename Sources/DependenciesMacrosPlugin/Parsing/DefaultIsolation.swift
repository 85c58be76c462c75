internal import SwiftSyntax
internal import SwiftSyntaxMacros

#if canImport(SwiftIfConfig)
  internal import SwiftIfConfig
#endif

/// Whether a declaration gets the main actor from the default isolation of its module, as far as that can be told
/// without types. `IsolationProbe` reports what is not found here, in language mode 6.
enum DefaultIsolation {
  /// How grave it is that a client is on the main actor by default, or `nil` where it is not, or may not be.
  static func severity(
    ofClient client: StructDeclSyntax, in context: some MacroExpansionContext
  ) -> IsolationSeverity? {
    guard client.hasDefaultIsolation else { return nil }
    for scope in context.lexicalContext {
      // The isolation of an extension does not reach the types in it.
      if let scope = scope.as(ExtensionDeclSyntax.self), scope.attributes.leaveIsolation { break }
      guard let scope = scope.asProtocol((any DeclGroupSyntax).self), scope.hasDefaultIsolation
      else { return nil }
    }
    return severity(in: context)
  }

  /// How grave it is that an entry is on the main actor by default, or `nil` where it is not, or may not be.
  static func severity(
    ofEntry entry: VariableDeclSyntax, in context: some MacroExpansionContext
  ) -> IsolationSeverity? {
    guard !entry.modifiers.isNonisolated, entry.attributes.leaveIsolation,
      let scope = context.lexicalContext.first?.as(ExtensionDeclSyntax.self),
      scope.hasDefaultIsolation
    else { return nil }
    return severity(in: context)
  }

  private static func severity(in context: some MacroExpansionContext) -> IsolationSeverity? {
    // The package's versions before 603 may lack the configuration; the toolchain's copy has no module that names a version.
    #if canImport(SwiftIfConfig) && (canImport(SwiftSyntax603) || !canImport(SwiftSyntax600))
      // A feature that the compiler turns on in modules whose default isolation is the main actor, and only there.
      guard let build = context.buildConfiguration,
        (try? build.hasFeature(name: "NoExplicitNonIsolated")) == true
      else { return nil }
      return build.languageVersion < VersionTuple(6) ? .warning : .error
    #else
      return nil
    #endif
  }
}

/// Language mode 5 takes what is isolated wrongly, with a warning at most.
enum IsolationSeverity {
  case warning
  case error
}

extension DeclGroupSyntax {
  /// No type in an actor and, since it may be declared without isolation, no type with a protocol of the program.
  fileprivate var hasDefaultIsolation: Bool {
    !self.is(ActorDeclSyntax.self) && !self.is(ProtocolDeclSyntax.self)
      && !modifiers.isNonisolated && attributes.leaveIsolation
      && (inheritanceClause?.inheritedTypes ?? []).allSatisfy {
        ["Sendable", "Equatable", "Hashable", "Copyable"].contains($0.type.lastComponent)
      }
  }
}

extension DeclModifierListSyntax {
  fileprivate var isNonisolated: Bool {
    contains { $0.name.tokenKind == .keyword(.nonisolated) }
  }
}

extension AttributeListSyntax {
  /// Whether none of the attributes can be a global actor.
  fileprivate var leaveIsolation: Bool {
    allSatisfy {
      guard let attribute = $0.as(AttributeSyntax.self) else { return false }
      return ["available", "DependencyClient", "DependencyEntry", "frozen", "usableFromInline"]
        .contains(attribute.baseName)
    }
  }
}
