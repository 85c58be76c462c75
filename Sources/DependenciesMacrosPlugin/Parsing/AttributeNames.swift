internal import SwiftSyntax

extension AttributeSyntax {
  /// The name without the module that may stand in front of it.
  var baseName: String {
    if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
    return attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.trimmedDescription
  }
}

extension AttributeListSyntax {
  /// The attributes that stand in no `#if`.
  var unconditional: [AttributeSyntax] {
    compactMap { $0.as(AttributeSyntax.self) }
  }

  func first(named name: String) -> AttributeSyntax? {
    unconditional.first { $0.baseName == name }
  }

  func contains(named names: String...) -> Bool {
    unconditional.contains { names.contains($0.baseName) }
  }
}
