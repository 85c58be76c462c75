internal import SwiftDiagnostics
internal import SwiftSyntax

/// A stored property of a client, as a parameter of its initializers.
struct ClientProperty {
  let identifier: TokenSyntax
  let parameterType: String
  let defaultValue: String?
  let isEndpoint: Bool
  let storageName: String
  let access: AccessLevel

  /// Whether it is a parameter: ignored properties only limit the access level.
  let isParameter: Bool

  var parameter: String {
    "\(identifier.text): \(parameterType)" + (defaultValue.map { " = \($0)" } ?? "")
  }

  var assignment: String {
    "self.\(storageName) = \(identifier.text)"
  }
}

extension ClientProperty {
  /// What a declaration adds to the client's initializers.
  static func properties(
    of variable: VariableDeclSyntax, client: String
  ) throws(PropertyProblem) -> [ClientProperty] {
    guard variable.modifiers.typeMember == nil, !variable.modifiers.contains(.lazy) else {
      return []
    }
    if let name = variable.nameOfEndpointAmongOthers {
      throw PropertyProblem(
        .endpointIsNotOneVariable(variable, name: name, macro: "@DependencyClient"))
    }
    let written = AccessLevel(variable.modifiers)
    let access = written ?? .internal
    let isIgnored = variable.attributes.contains(
      named: "Dependency", "DependencyEndpointIgnored")
    let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
    let isHidden = access <= .fileprivate
    var properties: [ClientProperty] = []
    for (binding, type) in variable.typedBindings {
      let hasValue = binding.initializer != nil
      if binding.hasGetter || (hasValue && (isConstant || isHidden)) { continue }
      guard let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
        throw PropertyProblem(.propertyNeedsName(binding, client: client))
      }
      if isIgnored {
        properties.append(
          ClientProperty(
            identifier: identifier, parameterType: "", defaultValue: nil, isEndpoint: false,
            storageName: "", access: access, isParameter: false))
        continue
      }
      let value = binding.initializer?.value
      let isEndpoint = variable.isEndpoint
      guard
        let parameterType = type?.parameterDescription(isClosure: isEndpoint) ?? value?.literalType
      else {
        throw PropertyProblem(
          .propertyNeedsType(binding, name: identifier.plainName, client: client))
      }
      let isNilByDefault = type?.optionalWrapped != nil
      properties.append(
        ClientProperty(
          identifier: identifier,
          parameterType: parameterType,
          defaultValue: isEndpoint
            ? nil : value?.trimmedDescription ?? (isNilByDefault ? "nil" : nil),
          isEndpoint: isEndpoint,
          storageName: variable.isValidEndpoint ? identifier.prefixed("_") : identifier.text,
          access: access,
          isParameter: true))
    }
    return properties
  }
}

extension VariableDeclSyntax {
  /// Whether `@DependencyClient` makes an endpoint of the property, or the program has.
  var isEndpoint: Bool {
    if attributes.contains(named: "Dependency", "DependencyEndpointIgnored") { return false }
    guard bindingSpecifier.tokenKind == .keyword(.var), let endpoint = Endpoint(self),
      !endpoint.binding.hasGetter
    else { return false }
    if attributes.contains(named: "DependencyEndpoint") { return endpoint.canBeClosure }
    guard let closure = endpoint.closure else { return false }
    return !closure.isOptional && !modifiers.contains(.lazy)
  }

  /// The endpoint that is declared together with other properties. No macro may add accessors to it.
  fileprivate var nameOfEndpointAmongOthers: String? {
    guard bindings.count > 1 else { return nil }
    let endpoint = bindings.lazy
      .map { with(\.bindings, [$0]) }
      .first(where: \.isEndpoint)
    return endpoint.flatMap(Endpoint.init)?.identifier.plainName
  }

  /// Whether the property is an endpoint about which there is no error to report, so that it has a storage.
  fileprivate var isValidEndpoint: Bool {
    isEndpoint
      && Endpoint(self)?.problems(macro: "", client: nil).allSatisfy { $0.severity != .error }
        ?? false
  }

  /// The bindings with the types that they have, which may be written behind a later one.
  var typedBindings: [(binding: PatternBindingSyntax, type: TypeSyntax?)] {
    var type: TypeSyntax?
    return bindings.reversed().map { binding in
      if let annotation = binding.typeAnnotation {
        type = annotation.type
      } else if binding.initializer != nil {
        type = nil
      }
      return (binding, type)
    }
    .reversed()
  }
}

extension TypeSyntax {
  /// The type as that of a parameter that is stored, which may be an alias of a closure type.
  func parameterDescription(isClosure: Bool) -> String {
    let isOptional = ClosureType(self)?.isOptional ?? (!isClosure || optionalWrapped != nil)
    if isOptional { return trimmedDescription }
    guard var attributed = self.as(AttributedTypeSyntax.self), !attributed.attributes.isEmpty
    else { return "@escaping \(trimmedDescription)" }
    attributed = attributed.trimmed
    attributed.attributes.append(
      .attribute(
        AttributeSyntax(
          attributeName: IdentifierTypeSyntax(name: .identifier("escaping")), trailingTrivia: .space
        )
      ))
    return attributed.description
  }
}

extension ExprSyntax {
  /// The type that a literal has where none is written.
  fileprivate var literalType: String? {
    if let prefix = self.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "-" {
      let type = prefix.expression.literalType
      return ["Swift.Int", "Swift.Double"].contains(type) ? type : nil
    }
    switch kind {
    case .booleanLiteralExpr: return "Swift.Bool"
    case .floatLiteralExpr: return "Swift.Double"
    case .integerLiteralExpr: return "Swift.Int"
    case .stringLiteralExpr: return "Swift.String"
    default: return nil
    }
  }
}
