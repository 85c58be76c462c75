/// What a piece of code needs while it runs.
struct Need: Sendable {
  enum Target: Hashable, Sendable {
    case key(Int)
    case service(Int)
    /// A resolution that no registration answers.
    case resolution(Int)
  }
  var target: Target
  var file: Int
  var offset: UInt32
  /// Whether the value is taken while the code runs, rather than by a closure or an object that it leaves behind.
  var isEager: Bool
  var isProvider = false
}

extension Program {
  /// What an entity needs, followed through the types that it creates, the static members that it reads and the
  /// functions that it calls.
  func needs(of entity: EntityID) -> [Need] {
    var visited: [EntityID: Bool] = [:]
    var needs: [Need] = []
    follow(entity, isEager: true, depth: 0, visited: &visited, needs: &needs)
    return needs
  }

  private func follow(
    _ id: EntityID, isEager: Bool, depth: Int, visited: inout [EntityID: Bool],
    needs: inout [Need]
  ) {
    guard depth < 200 else { return }
    if let earlier = visited[id], earlier || !isEager { return }
    visited[id] = isEager
    let entity = self.entity(id)
    for read in readsOfEntity[id, default: []] {
      let fact = self.fact(reads[read])
      guard let key = reads[read].key, reads[read].type == nil else { continue }
      needs.append(
        Need(
          target: .key(key), file: id.file, offset: fact.place.offset,
          isEager: isEager && fact.isUsedEagerly))
    }
    if let type = type(of: id) {
      for read in dependencies(of: type) {
        let fact = self.fact(reads[read])
        guard let key = reads[read].key else { continue }
        let hash = NameHash.of(fact.variable)
        let isMentioned = entity.mentions.contains(hash)
        if isMentioned || entity.deferredMentions.contains(hash) {
          needs.append(
            Need(
              target: .key(key), file: reads[read].fact.file, offset: fact.place.offset,
              isEager: isEager && isMentioned))
        }
      }
      // Functions of the same type that it calls.
      for (hash, members) in entitiesByHash[type, default: [:]] where entity.calls.contains(hash) {
        for member in members where member != id && self.entity(member).kind == .function {
          follow(member, isEager: isEager, depth: depth + 1, visited: &visited, needs: &needs)
        }
      }
    }
    for resolution in resolutionsOfEntity[id, default: []] {
      let fact = self.fact(resolutions[resolution])
      guard fact.form == .resolve else { continue }
      needs.append(
        Need(
          target: resolutions[resolution].service.map { .service($0) } ?? .resolution(resolution),
          file: id.file, offset: fact.place.offset,
          isEager: isEager && fact.place.isEager, isProvider: resolutions[resolution].isProvider))
    }
    for (member, place) in staticReferences[id, default: []] {
      follow(
        member, isEager: isEager && place.isEager, depth: depth + 1, visited: &visited,
        needs: &needs)
    }
    for creation in creationsOfEntity[id, default: []] {
      let creation = creations[creation]
      followCreation(
        of: creation.type, isEager: isEager && creation.place.isEager, depth: depth,
        visited: &visited, needs: &needs)
    }
    for local in localFunctions(of: id)
    where entity.calls.contains(NameHash.of(self.entity(local).name)) {
      follow(local, isEager: isEager, depth: depth + 1, visited: &visited, needs: &needs)
    }
  }

  private func localFunctions(of id: EntityID) -> [EntityID] {
    let entities = files[id.file].entities
    guard id.index + 1 < entities.count else { return [] }
    var result: [EntityID] = []
    // Local functions follow the entity that they stand in.
    for index in (id.index + 1)..<min(entities.count, id.index + 64)
    where entities[index].parent == id.index && entities[index].kind == .function
      && entities[index].type == entities[id.index].type
    {
      result.append(EntityID(file: id.file, index: index))
    }
    return result
  }

  private func followCreation(
    of type: Int, isEager: Bool, depth: Int, visited: inout [EntityID: Bool], needs: inout [Need]
  ) {
    for read in dependencies(of: type) {
      let fact = self.fact(reads[read])
      guard let key = reads[read].key else { continue }
      // The object has a way to the key; whether it takes it while it is made, its initializer says.
      needs.append(
        Need(
          target: .key(key), file: reads[read].fact.file, offset: fact.place.offset, isEager: false)
      )
    }
    for member in types[type].entities {
      let entity = self.entity(member)
      switch entity.kind {
      case .initializer:
        follow(member, isEager: isEager, depth: depth + 1, visited: &visited, needs: &needs)
      case .storedProperty where !entity.isStatic:
        for resolution in resolutionsOfEntity[member, default: []] {
          let fact = self.fact(resolutions[resolution])
          needs.append(
            Need(
              target: resolutions[resolution].service.map { .service($0) }
                ?? .resolution(resolution),
              file: member.file, offset: fact.place.offset,
              // `@Injected` resolves when it is first read.
              isEager: isEager && fact.place.isEager && fact.form == .resolve,
              isProvider: resolutions[resolution].isProvider))
        }
        if entity.hasInitializer, !entity.isLazy {
          follow(member, isEager: isEager, depth: depth + 1, visited: &visited, needs: &needs)
        }
      default:
        follow(member, isEager: false, depth: depth + 1, visited: &visited, needs: &needs)
      }
    }
  }

  /// What making a value of a type needs.
  func needs(ofCreating type: Int) -> [Need] {
    var visited: [EntityID: Bool] = [:]
    var needs: [Need] = []
    followCreation(of: type, isEager: true, depth: 0, visited: &visited, needs: &needs)
    return needs
  }

  /// What making a service needs.
  func needs(of service: Service) -> [Need] {
    let fact = self.fact(service)
    var result: [Need] = []
    if fact.factory >= 0 {
      result += needs(of: EntityID(file: service.registration.file, index: fact.factory))
    }
    if let implementation = fact.implementation,
      let type = resolve(implementation, from: service.registration.file)
    {
      result += parameterNeeds(
        of: type, file: service.registration.file, offset: fact.place.offset)
    }
    return result
  }

  /// What an initializer that a container calls takes: a service for each parameter.
  private func parameterNeeds(of type: Int, file: Int, offset: UInt32) -> [Need] {
    let initializers = types[type].entities.filter { entity($0).kind == .initializer }
    guard initializers.count == 1 else { return [] }
    var result: [Need] = []
    for parameter in entity(initializers[0]).parameters where !parameter.hasDefault {
      let name = serviceName(parameter.type, from: initializers[0].file, in: type)
      if let service = services.first(where: { $0.type == name.name && $0.name == .none }) {
        result.append(
          Need(
            target: .service(service.id), file: file, offset: offset, isEager: true,
            isProvider: name.isProvider))
      }
    }
    return result
  }

  /// The types that `@Injectable` or a conformance makes constructible from their dependencies, with those.
  func injectableDependencies(of type: Int) -> [(type: Int, file: Int, offset: UInt32)]? {
    let info = types[type]
    let isMacro = info.attributes.contains { $0.name == "Injectable" }
    let isConforming = info.inherited.contains {
      $0.name.bareTypeName.hasSuffix("DependencyInjectable")
        || $0.name.bareTypeName.hasSuffix("PropertyInjectable")
    }
    guard isMacro || isConforming else { return nil }
    var members = info.entities
    var holder = type
    if !isMacro {
      guard let nested = resolve("Dependency", from: info.file, in: type),
        types[nested].path.hasPrefix(info.path + ".")
      else { return [] }
      members = types[nested].entities
      holder = nested
    }
    var result: [(Int, Int, UInt32)] = []
    for member in members {
      let entity = self.entity(member)
      guard entity.kind == .storedProperty, !entity.isStatic, !entity.hasInitializer,
        !entity.isLazy,
        let annotation = entity.annotation, !annotation.contains("->"), !annotation.hasPrefix("["),
        !entity.attributes.contains(where: { $0.name == "Dependency" || $0.name == "Injected" })
      else { continue }
      if let found = resolve(annotation, from: member.file, in: holder) {
        result.append((found, member.file, entity.offset))
      }
    }
    return result
  }
}
