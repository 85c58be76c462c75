internal import SwiftParser
internal import SwiftSyntax

extension TokenSyntax {
  /// The name that an identifier stands for, without backticks.
  var plainName: String {
    let text = self.text
    guard text.count > 2, text.hasPrefix("`"), text.hasSuffix("`") else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// A name made from this one by a prefix, in backticks where they are still needed.
  func prefixed(_ prefix: String) -> String {
    let name = prefix + plainName
    let isPlain = name.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
    return isPlain ? name : "`\(name)`"
  }
}

extension String {
  /// Whether this is one identifier, in backticks where it is a keyword.
  var isIdentifier: Bool {
    var parser = Parser(self)
    let expression = ExprSyntax.parse(from: &parser)
    guard let reference = expression.as(DeclReferenceExprSyntax.self) else { return false }
    return !reference.hasError && reference.argumentNames == nil
      && reference.trimmedDescription == self
      && reference.baseName.tokenKind.isName
  }
}

extension TokenKind {
  fileprivate var isName: Bool {
    if case .identifier = self { return true }
    return false
  }
}
