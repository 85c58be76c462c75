extension Rule {
  static let latePrepare = Rule(
    "late-prepare", .warning, "a key is prepared after something may have read it"
  ) { program, reporter in
    for prepared in program.prepared {
      let scope = program.files[prepared.file].overrideScopes[prepared.scope]
      let entity = EntityID(file: prepared.file, index: scope.place.entity)
      let key = program.keys[prepared.key]
      if let earlier = earlierNeed(of: key.id, in: entity, before: scope.place.offset, program) {
        reporter.report(
          "'\(key.displayName)' is prepared after \(reporter.line(earlier.file, earlier.offset)) "
            + (earlier.isEager ? "has read it" : "may have read it")
            + "; prepare it before anything else is made",
          in: prepared.file, at: prepared.offset, isProven: earlier.isEager,
          related: [(earlier.file, earlier.offset, "read here")])
      } else if !isEntryPoint(entity, program), !program.isTest(entity) {
        reporter.report(
          "'\(key.displayName)' is prepared in '\(program.entity(entity).name)', which may run "
            + "after something has read it; prepare it where the program starts",
          in: prepared.file, at: prepared.offset, isProven: false)
      }
    }
  }

  private static func earlierNeed(
    of key: Int, in entity: EntityID, before offset: UInt32, _ program: Program
  ) -> (file: Int, offset: UInt32, isEager: Bool)? {
    var found: (file: Int, offset: UInt32, isEager: Bool)?
    for read in program.readsOfEntity[entity, default: []] {
      let fact = program.fact(program.reads[read])
      guard program.reads[read].key == key, fact.place.offset < offset, fact.place.isEager else {
        continue
      }
      if found?.isEager != true {
        found = (entity.file, fact.place.offset, fact.isUsedEagerly)
      }
    }
    var makers = program.creationsOfEntity[entity, default: []].map { program.creations[$0] }
      .filter { $0.place.offset < offset && $0.place.isEager }
    // Stored properties are made before the initializer's body runs.
    if program.entity(entity).kind == .initializer, let type = program.type(of: entity) {
      for member in program.types[type].entities {
        let fact = program.entity(member)
        guard fact.kind == .storedProperty, !fact.isStatic, !fact.isLazy, fact.hasInitializer else {
          continue
        }
        makers += program.creationsOfEntity[member, default: []].map { program.creations[$0] }
          .filter { $0.place.isEager }
      }
    }
    for creation in makers {
      for need in program.needs(ofCreating: creation.type) {
        guard need.target == .key(key), found?.isEager != true else { continue }
        found = (creation.entity.file, creation.place.offset, need.isEager)
      }
    }
    return found
  }

  private static func isEntryPoint(_ entity: EntityID, _ program: Program) -> Bool {
    let fact = program.entity(entity)
    if fact.kind == .topLevel { return true }
    guard let type = program.type(of: entity) else { return false }
    let isMain = program.types[type].attributes.contains {
      $0.name == "main" || $0.name == "UIApplicationMain" || $0.name == "NSApplicationMain"
    }
    let isDelegate = program.types[type].inherited.contains { $0.name.hasSuffix("Delegate") }
    switch fact.kind {
    case .initializer: return isMain || isDelegate
    case .function:
      return isMain && fact.isStatic && fact.name == "main" || isDelegate
        || isMain && fact.name == "run"
    default: return isMain
    }
  }
}
