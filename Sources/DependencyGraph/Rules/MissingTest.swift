extension Rule {
  static let missingTest = Rule(
    "missing-test", .warning,
    "a key with a live value only is read by code that a test runs without an override"
  ) { program, reporter in
    var seen: Set<String> = []
    for creation in program.creations where program.isTest(creation.entity) {
      let test = program.entity(creation.entity)
      guard test.kind == .function || test.kind == .storedProperty || test.kind == .initializer
      else { continue }
      let type = program.types[creation.type]
      guard !type.isTest else { continue }
      for read in program.dependencies(of: creation.type) {
        guard let key = program.reads[read].key.map({ program.keys[$0] }), key.test.isEmpty,
          key.preview.isEmpty, key.hasLive, key.type != nil || key.isBuiltIn || key.isEntry,
          !program.isOverridden(key.id, at: creation.place, in: creation.entity.file),
          !isOverriddenAround(creation, key: key.id, in: program)
        else { continue }
        let variable = program.fact(program.reads[read]).variable
        let isRead = runs(creation, reading: variable, in: program)
        guard seen.insert("\(creation.entity) \(key.id)").inserted else { continue }
        reporter.report(
          "'\(key.displayName)' has no test value, and '\(type.path)' reads it in this test; "
            + "override it here" + (key.isBuiltIn ? "" : ", or give '\(key.name)' a 'testValue'"),
          in: creation.entity.file, at: creation.place.offset, isProven: isRead,
          related: [
            (
              program.reads[read].fact.file, program.fact(program.reads[read]).place.offset,
              "read through this property"
            )
          ])
      }
    }
  }

  /// Whether the test makes the type read the property: in its initializer, or in a function that the test calls.
  private static func runs(
    _ creation: Program.Creation, reading variable: String, in program: Program
  ) -> Bool {
    let members = program.types[creation.type].entities
    let hash = NameHash.of(variable)
    var reading = Set(members.filter { program.entity($0).mentions.contains(hash) })
    while true {
      let callers = members.filter { member in
        !reading.contains(member)
          && reading.contains {
            program.entity($0).kind == .function
              && program.entity(member).calls.contains(NameHash.of(program.entity($0).name))
          }
      }
      if callers.isEmpty { break }
      reading.formUnion(callers)
    }
    let test = program.entity(creation.entity)
    return reading.contains { member in
      let entity = program.entity(member)
      if entity.kind == .initializer { return true }
      return !entity.isStatic && entity.kind == .function
        && test.memberMentions.contains(NameHash.of(entity.name))
    }
  }

  /// Whether the suite, or one that it inherits from, overrides the key for all of its tests.
  private static func isOverriddenAround(
    _ creation: Program.Creation, key: Int, in program: Program
  ) -> Bool {
    guard let suite = program.type(of: creation.entity) else { return false }
    return program.superclasses(of: suite).contains { type in
      program.types[type].entities.contains { member in
        let entity = program.entity(member)
        guard
          entity.name.hasPrefix("invokeTest") || entity.kind == .initializer
            || entity.name.hasPrefix("setUp")
        else { return false }
        return program.files[member.file].overrideScopes.enumerated().contains { index, scope in
          guard scope.place.entity == member.index else { return false }
          return program.isOpaque(scope)
            || program.overrides[FactID(file: member.file, index: index), default: []].contains {
              $0 == key || program.keys[$0].name == "context"
            }
        }
      }
    }
  }
}
