extension Rule {
  static let detachedModel = Rule(
    "detached-model", .warning,
    "a model makes a child model without handing on its dependencies"
  ) { program, reporter in
    for creation in program.creations where !creation.isAttribute {
      guard let parent = program.type(of: creation.entity), creation.place.escape == nil,
        program.types[parent].isReference, program.types[creation.type].isReference,
        !program.isTest(creation.entity),
        !program.dependencies(of: parent).isEmpty, !program.dependencies(of: creation.type).isEmpty
      else { continue }
      let entity = program.entity(creation.entity)
      // What an initializer or a stored property makes is made with the parent's own values.
      switch entity.kind {
      case .function where !entity.isStatic: break
      case .computedProperty where !entity.isStatic: break
      case .storedProperty where entity.isLazy: break
      case .initializer where !creation.place.isEager: break
      default: continue
      }
      let scopes = program.overrideScopes(around: creation.place, in: creation.entity.file)
        .map { program.files[creation.entity.file].overrideScopes[$0] }
      if scopes.contains(where: { $0.kind == .from }) { continue }
      let name = program.types[creation.type].path
      reporter.report(
        "'\(name)' is made by '\(program.types[parent].path)' but does not get its dependencies; "
          + "write 'withDependencies(from: self) { \(name)(…) }'",
        in: creation.entity.file, at: creation.place.offset,
        isProven: scopes.allSatisfy { $0.kind == .helper && !program.isOpaque($0) })
    }
  }
}
