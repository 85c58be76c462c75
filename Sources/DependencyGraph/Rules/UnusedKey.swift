extension Rule {
  static let unusedKey = Rule(
    "unused-key", .warning, "a key is declared and never read"
  ) { program, reporter in
    let unread = program.keys.filter {
      // Keys whose accessor is all that is known are declared elsewhere.
      !$0.isBuiltIn && $0.reads.isEmpty && !$0.isTest && ($0.type != nil || $0.isEntry)
        && !program.isMentioned($0)
    }
    let named = program.keysNamedElsewhere(unread)
    for key in unread {
      let access = key.properties.map { program.entity($0.entity).access }.max() ?? key.access
      reporter.report(
        "nothing reads '\(key.displayName)'; remove it, or read it with "
          + (key.properties.first.map { "'@Dependency(\\.\($0.name))'" }
            ?? "'@Dependency(\(key.name).self)'"),
        in: key.file, at: key.offset,
        isProven: max(access, key.access) < .package && !key.isUncertain && !named.contains(key.id))
    }
  }
}

extension Program {
  /// Of some keys, those whose types or properties are named by code other than themselves and `DependencyValues`.
  ///
  /// A generic function may read them, and so may a value of `DependencyValues`.
  func keysNamedElsewhere(_ keys: [Key]) -> Set<Int> {
    var wanted: [UInt32: [Key]] = [:]
    for key in keys {
      let name = key.name.split(separator: ".").last ?? ""
      for name in [String(name)] + key.properties.map(\.name) {
        wanted[NameHash.of(name), default: []].append(key)
      }
    }
    var found: Set<Int> = []
    guard !wanted.isEmpty else { return found }
    for (fileIndex, file) in files.enumerated() {
      for (index, entity) in file.entities.enumerated() {
        let type = self.type(of: EntityID(file: fileIndex, index: index))
        if let type, types[type].path == "DependencyValues", entity.kind != .function { continue }
        for names in [entity.mentions, entity.deferredMentions, entity.memberMentions] {
          names.forEach { hash in
            for key in wanted[hash, default: []] where type == nil || key.type != type {
              found.insert(key.id)
            }
          }
        }
      }
    }
    return found
  }

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
