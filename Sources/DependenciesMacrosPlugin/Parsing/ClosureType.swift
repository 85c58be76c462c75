internal import SwiftSyntax

/// A function type, seen through the attributes, specifiers, parentheses and optionals around it.
struct ClosureType {
  let function: FunctionTypeSyntax
  private(set) var attributes: [AttributeSyntax] = []
  private(set) var specifiers: [String] = []
  private(set) var isOptional = false

  init?(_ type: TypeSyntax) {
    var type = type
    while true {
      if let attributed = type.as(AttributedTypeSyntax.self) {
        attributes += attributed.attributes.unconditional
        for list in attributed.children(viewMode: .sourceAccurate) {
          guard let list = list.as(TypeSpecifierListSyntax.self) else { continue }
          specifiers += list.map(\.trimmedDescription)
        }
        type = attributed.baseType
      } else if let wrapped = type.optionalWrapped {
        isOptional = true
        type = wrapped
      } else if let inner = type.parenthesized {
        type = inner
      } else {
        break
      }
    }
    guard let function = type.as(FunctionTypeSyntax.self) else { return nil }
    self.function = function
  }

  var parameters: TupleTypeElementListSyntax { function.parameters }

  /// What has to be returned, as far as it can be told without knowing the types.
  var result: Result {
    let type = function.returnClause.type
    if type.isVoid { return .nothing }
    return type.withoutParentheses.optionalWrapped == nil ? .value : .optional
  }

  enum Result {
    case nothing
    case optional
    case value
  }

  var isAsync: Bool { function.effectSpecifiers?.asyncSpecifier != nil }

  var throwsClause: ThrowsClauseSyntax? { function.effectSpecifiers?.throwsClause }

  /// Which errors may be thrown.
  var errors: Errors {
    guard let clause = throwsClause else { return .none }
    guard let type = clause.type?.withoutParentheses else { return .any }
    var name = type
    if let existential = type.as(SomeOrAnyTypeSyntax.self) { name = existential.constraint }
    switch name.lastComponent {
    case "Error", "Unimplemented": return .any
    case "Never": return .none
    default: return .typed(type)
    }
  }

  enum Errors {
    case none
    case any
    case typed(TypeSyntax)
  }
}

extension TypeSyntax {
  /// The type in a pair of parentheses that stand around nothing else.
  var parenthesized: TypeSyntax? {
    guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first, element.firstName == nil, element.ellipsis == nil
    else { return nil }
    return element.type
  }

  var withoutParentheses: TypeSyntax {
    var type = self
    while let inner = type.parenthesized { type = inner }
    return type
  }

  /// `T` of `T?`, `T!`, `Optional<T>` and `Swift.Optional<T>`.
  var optionalWrapped: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType
    }
    let arguments: GenericArgumentClauseSyntax?
    if let identifier = self.as(IdentifierTypeSyntax.self), identifier.name.text == "Optional" {
      arguments = identifier.genericArgumentClause
    } else if let member = self.as(MemberTypeSyntax.self), member.isFromStandardLibrary("Optional")
    {
      arguments = member.genericArgumentClause
    } else {
      return nil
    }
    return arguments?.arguments.first.flatMap {
      TypeSyntax($0.children(viewMode: .sourceAccurate).first?.as(TypeSyntax.self))
    }
  }

  /// `Void`, `()`, `Swift.Void`, in any number of parentheses.
  var isVoid: Bool {
    let type = withoutParentheses
    if let tuple = type.as(TupleTypeSyntax.self) { return tuple.elements.isEmpty }
    if let member = type.as(MemberTypeSyntax.self) { return member.isFromStandardLibrary("Void") }
    return type.as(IdentifierTypeSyntax.self)?.name.text == "Void"
  }

  /// The name behind the last dot.
  var lastComponent: String? {
    self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
  }
}

extension MemberTypeSyntax {
  fileprivate func isFromStandardLibrary(_ name: String) -> Bool {
    self.name.text == name && baseType.as(IdentifierTypeSyntax.self)?.name.text == "Swift"
  }
}
