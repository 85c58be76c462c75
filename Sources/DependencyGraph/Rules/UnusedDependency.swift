extension Rule {
  static let unusedDependency = Rule(
    "unused-dependency", .warning, "a '@Dependency' variable is declared and never used"
  ) { program, reporter in
    for read in program.reads {
      let fact = program.fact(read)
      guard fact.form == .wrapper, !fact.variable.isEmpty, fact.variable != "_" else { continue }
      if fact.isLocal {
        if fact.isUsed { continue }
      } else if program.isUsed(read) {
        continue
      }
      reporter.report(
        "'\(fact.variable)' is never used; remove it", in: read.fact.file, at: fact.place.offset,
        isProven: fact.isLocal || fact.access < .package)
    }
  }
}

extension Program {
  /// Whether a property's name is used by its type, or behind a dot by anyone who can see it.
  func isUsed(_ read: Read) -> Bool {
    let fact = self.fact(read)
    let hashes = [fact.variable, "_" + fact.variable].map(NameHash.of)
    let isFileOnly = fact.access < .internal
    let members = isFileOnly ? memberMentions[read.fact.file] : allMemberMentions
    if hashes.contains(where: members.contains) { return true }
    guard let type = read.type else {
      return hashes.contains(where: allMentions.contains)
    }
    // A subclass reads it by its bare name, and so does what the type nests.
    if types[type].kind == .class, !isFileOnly {
      return hashes.contains(where: allMentions.contains)
    }
    return types[type].entities.contains { id in
      let entity = self.entity(id)
      return hashes.contains {
        entity.mentions.contains($0) || entity.deferredMentions.contains($0)
      } || hasFactoryMention(of: hashes, in: id)
    }
  }

  private func hasFactoryMention(of hashes: [UInt32], in id: EntityID) -> Bool {
    let entities = files[id.file].entities
    var index = id.index + 1
    // Factories stand behind the entity that registers them.
    while index < entities.count, entities[index].kind == .factory {
      if hashes.contains(where: {
        entities[index].mentions.contains($0) || entities[index].deferredMentions.contains($0)
      }) {
        return true
      }
      index += 1
    }
    return false
  }
}
