internal import SwiftSyntax

/// A stored property that is given a value when its type is made.
struct InjectableProperty {
  let identifier: TokenSyntax
  let type: TypeSyntax

  /// The type in the list of an initializer.
  var parameterType: String {
    type.parameterDescription(isClosure: ClosureType(type) != nil)
  }
}

extension InjectableProperty {
  /// The properties of a declaration that have no value of their own.
  ///
  /// The wrapper of a property takes its arguments for the value, as `@Dependency(\.date)` does. A variable of an
  /// optional type is nil until it is set.
  static func properties(
    of variable: VariableDeclSyntax, type: String
  ) throws(PropertyProblem) -> [InjectableProperty] {
    guard variable.modifiers.typeMember == nil, !variable.modifiers.contains(.lazy) else {
      return []
    }
    let isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
    let wrappers = variable.attributes.unconditional.filter(\.isPropertyWrapper)
    if let hidden = wrappers.first(where: { $0.attributeName.trimmedDescription == "Dependency" }) {
      throw PropertyProblem(.dependencyIsHidden(hidden, type: type))
    }
    guard !wrappers.contains(where: { $0.arguments != nil }) else { return [] }
    var properties: [InjectableProperty] = []
    for (binding, annotation) in variable.typedBindings {
      if binding.initializer != nil || binding.hasGetter { continue }
      if isVariable, annotation?.isNilByDefault == true { continue }
      guard let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
        throw PropertyProblem(.injectableNeedsName(binding, type: type))
      }
      if let wrapper = wrappers.first(where: { $0.baseName != "Published" }) {
        throw PropertyProblem(
          .injectableIsWrapped(wrapper, name: identifier.plainName, type: type))
      }
      guard let annotation else {
        throw PropertyProblem(
          .injectableNeedsType(binding, name: identifier.plainName, type: type))
      }
      properties.append(InjectableProperty(identifier: identifier, type: annotation.trimmed))
    }
    return properties
  }
}

extension AttributeSyntax {
  /// Whether the attribute may be a property wrapper, going by the case of its name.
  fileprivate var isPropertyWrapper: Bool {
    let compiled = ["IBOutlet", "GKInspectable", "NSManaged", "NSCopying", "IBInspectable"]
    return baseName.first?.isUppercase == true && !baseName.hasSuffix("Actor")
      && !baseName.hasPrefix("Observation") && !compiled.contains(baseName)
  }
}

extension TypeSyntax {
  fileprivate var isNilByDefault: Bool {
    self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
  }
}
