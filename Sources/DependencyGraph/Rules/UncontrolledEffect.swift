extension Rule {
  static let uncontrolledEffect = Rule(
    "uncontrolled-effect", .warning,
    "time, chance or the machine is used directly by a type that could take the dependency"
  ) { program, reporter in
    let libraries: Set<String> = [
      "Dependencies", "ComposableArchitecture", "DependenciesMacros", "DependenciesAdditions",
    ]
    for (fileIndex, file) in program.files.enumerated() {
      let couldTake = !libraries.isDisjoint(with: file.imports)
      for effect in file.effects {
        let id = EntityID(file: fileIndex, index: effect.place.entity)
        guard !program.isTest(id) else { continue }
        // A type of the program's own with that name is something else.
        if program.resolve(effect.type, from: fileIndex).map({ program.types[$0].isDeclared })
          == true
        {
          continue
        }
        if isImplementation(id, in: program) || effect.place.isInUpdate {
          continue
        }
        let takes = takesDependencies(id, in: program)
        guard takes || couldTake else { continue }
        reporter.report(
          "'\(effect.text)' cannot be controlled in tests; use '\(effect.remedy)'",
          in: fileIndex, at: effect.place.offset, isProven: takes)
      }
    }
  }

  private static func takesDependencies(_ id: EntityID, in program: Program) -> Bool {
    let ownsReads = program.readsOfEntity[id, default: []].contains {
      program.reads[$0].type == nil
    }
    if ownsReads { return true }
    guard let type = program.type(of: id) else { return false }
    let entity = program.entity(id)
    return !entity.isStatic && !program.dependencies(of: type).isEmpty
  }

  /// Whether the code is what stands behind a dependency: there the effect belongs.
  private static func isImplementation(_ id: EntityID, in program: Program) -> Bool {
    guard let type = program.type(of: id) else { return false }
    let entity = program.entity(id)
    if program.key(ofType: type) != nil, entity.isStatic { return true }
    let path = program.types[type].path
    return path == "DependencyValues" || path.hasSuffix(".DependencyValues")
  }
}
