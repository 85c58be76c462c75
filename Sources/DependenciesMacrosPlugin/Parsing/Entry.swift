internal import SwiftParser
internal import SwiftSyntax

/// A property of `DependencyValues` for which a key is written.
struct Entry {
  let variable: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let identifier: TokenSyntax

  /// The type that the enclosing extension extends.
  let extendedType: TypeSyntax

  var type: TypeSyntax? { binding.typeAnnotation?.type }
  var testValue: ExprSyntax? { binding.initializer?.value }
  let liveValue: ExprSyntax?
  let previewValue: ExprSyntax?
  let writtenKeyName: ExprSyntax?

  init?(_ variable: VariableDeclSyntax, _ node: AttributeSyntax, lexicalContext: [Syntax]) {
    guard let scope = lexicalContext.first?.as(ExtensionDeclSyntax.self),
      scope.extendedType.lastComponent == "DependencyValues",
      variable.bindingSpecifier.tokenKind == .keyword(.var),
      let binding = variable.bindings.first, binding.accessorBlock == nil,
      let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
    else { return nil }
    self.variable = variable
    self.binding = binding
    self.identifier = identifier
    self.extendedType = scope.extendedType.trimmed
    let arguments = node.arguments?.as(LabeledExprListSyntax.self)
    func argument(_ label: String?) -> ExprSyntax? {
      arguments?.first { $0.label?.text == label }?.expression
    }
    self.liveValue = argument("liveValue")
    self.previewValue = argument("previewValue")
    self.writtenKeyName = argument(nil)
  }

  /// `public` or `package`, where the key has to be seen from outside of its file.
  var access: AccessLevel? {
    AccessLevel(variable.modifiers).flatMap { $0 >= .package ? $0 : nil }
  }

  /// The name of the key: a written one, else one from the type or the property for keys that others see.
  var keyName: String {
    if let written = writtenKeyName?.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
      return written
    }
    guard access != nil else { return identifier.prefixed("__Key_") }
    let name = identifier.plainName
    let ofProperty = name.prefix(1).uppercased() + name.dropFirst()
    let stem = type?.keyStem ?? String(ofProperty)
    return TokenSyntax.identifier(stem + "Key").prefixed("")
  }

  var problems: [MacroDiagnostic] {
    let name = identifier.plainName
    if let modifier = variable.modifiers.typeMember {
      return [.entryIsStatic(modifier, name: name)]
    }
    if let written = writtenKeyName,
      !(written.as(StringLiteralExprSyntax.self)?.representedLiteralValue?.isIdentifier ?? false)
    {
      return [.keyNameIsNoIdentifier(written)]
    }
    if testValue == nil, liveValue == nil, previewValue == nil {
      return [.entryNeedsValue(variable, name: name)]
    }
    return []
  }
}

extension TypeSyntax {
  /// A name for a key of values of this type, or `nil` if it has none.
  fileprivate var keyStem: String? {
    if let type = parenthesized { return type.keyStem }
    if let type = self.as(IdentifierTypeSyntax.self) { return type.name.plainName }
    if let type = self.as(MemberTypeSyntax.self) { return type.name.plainName }
    if let type = self.as(SomeOrAnyTypeSyntax.self) { return type.constraint.keyStem }
    if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType.keyStem }
    if let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return type.wrappedType.keyStem
    }
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.keyStem }
    if let type = self.as(MetatypeTypeSyntax.self) { return type.baseType.keyStem }
    if let type = self.as(ArrayTypeSyntax.self) { return type.element.keyStem }
    let parts: [TypeSyntax]
    if let type = self.as(DictionaryTypeSyntax.self) {
      parts = [type.key, type.value]
    } else if let type = self.as(TupleTypeSyntax.self) {
      parts = type.elements.map(\.type)
    } else if let type = self.as(CompositionTypeSyntax.self) {
      parts = type.elements.map(\.type)
    } else {
      return nil
    }
    let stems = parts.compactMap(\.keyStem)
    return stems.isEmpty ? nil : stems.joined()
  }
}
