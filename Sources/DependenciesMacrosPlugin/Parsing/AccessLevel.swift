internal import SwiftSyntax

/// An access level, as a modifier of a declaration states it.
enum AccessLevel: String, CaseIterable, Comparable {
  case `private`
  case `fileprivate`
  case `internal`
  case package
  case `public`
  case open

  /// The level that the modifiers state, where `private(set)` and the like state none.
  init?(_ modifiers: DeclModifierListSyntax) {
    let levels = modifiers.lazy.compactMap { modifier in
      modifier.detail == nil ? AccessLevel(rawValue: modifier.name.text) : nil
    }
    guard let level = levels.first else { return nil }
    self = level
  }

  /// The modifier with a space behind it, or nothing for `internal`.
  var prefix: String {
    self == .internal ? "" : rawValue + " "
  }

  static func < (lhs: AccessLevel, rhs: AccessLevel) -> Bool {
    lhs.rank < rhs.rank
  }

  private var rank: Int {
    Self.allCases.firstIndex(of: self) ?? 0
  }
}

extension DeclModifierListSyntax {
  func contains(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) }
  }

  /// `static` or `class`, where the declaration is a member of its type.
  var typeMember: DeclModifierSyntax? {
    first { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }

  /// The modifiers that state no access level.
  var withoutAccess: [DeclModifierSyntax] {
    filter { AccessLevel(rawValue: $0.name.text) == nil }
  }
}
