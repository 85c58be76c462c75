internal import SwiftParser
internal import SwiftSyntax

enum Parsed {
  /// The declarations of a text.
  static func declarations(_ text: String) -> [DeclSyntax] {
    var parser = Parser("struct _ {\n\(text)\n}")
    let block = DeclSyntax.parse(from: &parser).as(StructDeclSyntax.self)?.memberBlock
    return block?.members.map { $0.decl.trimmed } ?? []
  }
}
