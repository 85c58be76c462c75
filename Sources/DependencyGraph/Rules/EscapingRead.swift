extension Rule {
  static let escapingRead = Rule(
    "escaping-read", .warning,
    "a dependency is read, or a model made, where the current values do not reach"
  ) { program, reporter in
    for read in program.reads {
      let fact = program.fact(read)
      guard fact.isLocal, let escape = fact.place.escape else { continue }
      let name = read.key.map { program.keys[$0].displayName } ?? text(fact.target)
      reporter.report(
        "'\(name)' is read \(escape.rawValue), which does not see the current overrides; "
          + "carry them with 'withEscapedDependencies' and 'yield'",
        in: read.fact.file, at: fact.place.offset, isProven: escape.isCertain)
    }
    for creation in program.creations where !creation.isAttribute {
      guard let escape = creation.place.escape,
        !program.dependencies(of: creation.type).isEmpty
      else { continue }
      let type = program.types[creation.type].path
      reporter.report(
        "'\(type)' is made \(escape.rawValue), so its dependencies are not the current ones; "
          + "make it inside 'yield' of 'withEscapedDependencies', or before",
        in: creation.entity.file, at: creation.place.offset, isProven: escape.isCertain)
    }
  }

  static func text(_ target: KeyTarget) -> String {
    switch target {
    case .property(let name): "\\.\(name)"
    case .type(let name): "\(name).self"
    }
  }
}
