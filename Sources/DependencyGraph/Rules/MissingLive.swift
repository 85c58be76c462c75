extension Rule {
  static let missingLive = Rule(
    "missing-live", .error, "a key that the program reads has no live value in any module"
  ) { program, reporter in
    for key in program.keys where !key.hasLive && !key.isBuiltIn && !key.isTest {
      let reads = key.reads.map { program.reads[$0] }.filter { !$0.isTest }
      guard let first = reads.min(by: { $0.fact < $1.fact }) else { continue }
      let place = program.fact(first).place
      let isPrepared = program.prepared.contains { prepared in
        prepared.key == key.id && !program.locations[prepared.file].isTest
      }
      if isPrepared { continue }
      // If every read stands inside an override of the key, none reaches the missing value.
      let isReachable = reads.contains { read in
        !program.isOverridden(key.id, at: program.fact(read).place, in: read.fact.file)
      }
      let isOverriddenSomewhere = program.overrides.contains { scope, keys in
        keys.contains(key.id) && !program.locations[scope.file].isTest
          && !program.isTest(
            EntityID(
              file: scope.file,
              index: program.files[scope.file].overrideScopes[scope.index].place.entity))
      }
      let remedy =
        key.isEntry
        ? "give the entry a 'liveValue:'"
        : "conform '\(key.name)' to 'DependencyKey' with a 'liveValue'"
      reporter.report(
        "'\(key.displayName)' has no live value, but is read at "
          + "\(reporter.line(first.fact.file, place.offset)); \(remedy), or prepare it at the "
          + "start of the program",
        in: key.file, at: key.offset,
        isProven: isReachable && !key.isUncertain && !isOverriddenSomewhere,
        related: reads.prefix(20).map {
          ($0.fact.file, program.fact($0).place.offset, "read here")
        })
    }
  }
}
