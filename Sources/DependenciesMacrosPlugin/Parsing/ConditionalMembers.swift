internal import SwiftSyntax

/// How many independent `#if` blocks with properties there may be: each doubles what is written.
let conditionLimit = 5

/// The properties of a type, as the `#if` blocks among its members divide them.
indirect enum ConditionalMembers<Property> {
  case end
  case properties([Property], then: ConditionalMembers)
  case conditional([Branch], then: ConditionalMembers)

  struct Branch {
    /// `nil` for `#else`.
    let condition: String?
    let members: ConditionalMembers
  }

  /// - Parameters:
  ///   - members: The members of the type.
  ///   - type: The type's name.
  ///   - read: The properties that a declaration has.
  init(
    _ members: MemberBlockItemListSyntax, type: String,
    read: (VariableDeclSyntax) throws(PropertyProblem) -> [Property]
  ) throws(PropertyProblem) {
    var result = ConditionalMembers.end
    for member in members.reversed() {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        let properties = try read(variable)
        if !properties.isEmpty { result = .properties(properties, then: result) }
      } else if let block = member.decl.as(IfConfigDeclSyntax.self) {
        var branches: [Branch] = []
        for clause in block.clauses {
          guard case .decls(let declarations) = clause.elements else { continue }
          branches.append(
            Branch(
              condition: clause.condition?.trimmedDescription,
              members: try ConditionalMembers(declarations, type: type, read: read)))
        }
        if branches.contains(where: { $0.members.hasProperties }) {
          result = .conditional(branches, then: result)
        }
      }
    }
    if result.conditions.count > conditionLimit,
      let block = members.lazy.compactMap({ $0.decl.as(IfConfigDeclSyntax.self) }).last
    {
      throw PropertyProblem(.tooManyConditions(block, type: type))
    }
    self = result
  }

  var hasProperties: Bool {
    switch self {
    case .end: false
    case .properties: true
    case .conditional(let branches, let rest):
      branches.contains { $0.members.hasProperties } || rest.hasProperties
    }
  }

  func contains(where predicate: (Property) -> Bool) -> Bool {
    switch self {
    case .end: false
    case .properties(let properties, let rest):
      properties.contains(where: predicate) || rest.contains(where: predicate)
    case .conditional(let branches, let rest):
      branches.contains { $0.members.contains(where: predicate) } || rest.contains(where: predicate)
    }
  }

  private var conditions: Set<String> {
    switch self {
    case .end: []
    case .properties(_, let rest): rest.conditions
    case .conditional(let branches, let rest):
      branches.reduce(into: rest.conditions) { all, branch in
        if let condition = branch.condition { all.insert(condition) }
        all.formUnion(branch.members.conditions)
      }
    }
  }
}

extension ConditionalMembers {
  /// Writes a text for each combination of branches, in the `#if` blocks that choose it.
  func write(
    collected: [Property] = [], assuming known: [String: Bool] = [:],
    _ text: ([Property]) -> String
  ) -> String {
    switch self {
    case .end:
      return text(collected)
    case .properties(let properties, let rest):
      return rest.write(collected: collected + properties, assuming: known, text)
    case .conditional(let branches, let rest):
      var known = known
      var written = ""
      for branch in branches {
        if let condition = branch.condition {
          if known[condition] == false { continue }
          let isCertain = known[condition] == true
          var assumed = known
          assumed[condition] = true
          let body = branch.members.followed(by: rest)
            .write(collected: collected, assuming: assumed, text)
          if isCertain {
            return written.isEmpty ? body : written + "#else\n\(body)\n#endif"
          }
          written += "\(written.isEmpty ? "#if" : "#elseif") \(condition)\n\(body)\n"
          known[condition] = false
        } else {
          let body = branch.members.followed(by: rest)
            .write(collected: collected, assuming: known, text)
          return written.isEmpty ? body : written + "#else\n\(body)\n#endif"
        }
      }
      let body = rest.write(collected: collected, assuming: known, text)
      return written.isEmpty ? body : written + "#else\n\(body)\n#endif"
    }
  }

  private func followed(by rest: ConditionalMembers) -> ConditionalMembers {
    switch self {
    case .end: rest
    case .properties(let properties, let next):
      .properties(properties, then: next.followed(by: rest))
    case .conditional(let branches, let next):
      .conditional(branches, then: next.followed(by: rest))
    }
  }
}
