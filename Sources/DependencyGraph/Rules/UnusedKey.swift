extension Rule {
  static let unusedKey = Rule(
    "unused-key", .warning, "a key is declared and never read"
  ) { program, reporter in
    for key in program.keys where !key.isBuiltIn && key.reads.isEmpty && !key.isTest {
      // Keys whose accessor is all that is known are declared elsewhere.
      guard key.type != nil || key.isEntry else { continue }
      let isMentioned = program.isMentioned(key)
      if isMentioned { continue }
      let access = key.properties.map { program.entity($0.entity).access }.max() ?? key.access
      reporter.report(
        "nothing reads '\(key.displayName)'; remove it, or read it with "
          + (key.properties.first.map { "'@Dependency(\\.\($0.name))'" }
            ?? "'@Dependency(\(key.name).self)'"),
        in: key.file, at: key.offset,
        isProven: max(access, key.access) < .package && !key.isUncertain)
    }
  }
}

extension Program {
  /// Whether another property of `DependencyValues` uses the key's property by name.
  func isMentioned(_ key: Key) -> Bool {
    key.properties.contains { property in
      let hash = NameHash.of(property.name)
      return membersOfValues.contains {
        $0 != property.entity
          && (entity($0).mentions.contains(hash) || entity($0).memberMentions.contains(hash))
      }
    }
  }
}
