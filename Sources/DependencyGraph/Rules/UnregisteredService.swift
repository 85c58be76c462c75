extension Rule {
  static let unregisteredService = Rule(
    "unregistered-service", .error, "a service is resolved that nobody registers"
  ) { program, reporter in
    let containerUsers = program.modules(thatSee: [
      "Swinject", "DependencyContainer", "SwinjectAutoregistration",
    ])
    // A generic function that registers may register anything.
    let hasComputedType = program.services.contains {
      program.isGenericParameter(
        $0.type,
        at: EntityID(file: $0.registration.file, index: program.fact($0).place.entity))
    }
    // The macro gives them a function that registers them.
    let injectables = Set(
      program.types.filter { $0.attributes.contains { $0.name == "Injectable" } }.map(\.path))
    for resolution in program.resolutions where resolution.service == nil && !resolution.isOptional
    {
      let fact = program.fact(resolution)
      guard fact.name != .dynamic, !resolution.type.contains("type(of:") else { continue }
      let module = program.locations[resolution.fact.file].module
      let isContainer = containerUsers.contains(module)
      // Another type's `resolve` is none of our business.
      guard isContainer || fact.form == .injected || !program.services.isEmpty else { continue }
      if ["Resolver", "Container", "GraphIdentifier"].contains(resolution.type) { continue }
      // `resolve(Service.self)` in a generic function says nothing about one service.
      if program.isGenericParameter(resolution.type, at: resolution.entity) { continue }
      if injectables.contains(resolution.type) { continue }
      let sameType = program.services(of: resolution.type).filter {
        resolution.isTest || !$0.isTest
      }
      var message = "nobody registers '\(resolution.type)'"
      if case .literal(let name) = fact.name { message += " with the name \"\(name)\"" }
      let names = sameType.compactMap { service -> String? in
        switch service.name {
        case .literal(let name): "\"\(name)\""
        case .none: "no name"
        case .dynamic: nil
        }
      }
      if !names.isEmpty {
        message += "; it is registered with \(Array(Set(names)).sorted().joined(separator: ", "))"
      } else {
        message += "; register it, or resolve an optional"
      }
      reporter.report(
        message, in: resolution.fact.file, at: fact.place.offset,
        isProven: isContainer && !program.services.isEmpty
          && !sameType.contains { $0.name == .dynamic }
          && !hasComputedType)
    }
    reportArguments(program, &reporter)
  }

  /// A registration answers only a resolution that gives as many arguments as its factory takes.
  private static func reportArguments(_ program: Program, _ reporter: inout Reporter) {
    for resolution in program.resolutions {
      guard resolution.service != nil, let given = program.fact(resolution).argumentCount else {
        continue
      }
      let fact = program.fact(resolution)
      let candidates = program.services(of: resolution.type, name: fact.name)
        .map { program.fact(program.services[$0]) }
      let counts = candidates.map { $0.form == .autoregister ? nil : $0.argumentCount }
      guard !counts.contains(where: { $0 == nil || $0 == given }) else { continue }
      let taken = Set(counts.compactMap { $0 }).sorted().map(String.init).joined(separator: " or ")
      reporter.report(
        "'\(resolution.type)' is registered with a factory that takes \(taken) "
          + "argument\(taken == "1" ? "" : "s"), but \(given == 0 ? "none is" : given == 1 ? "one is" : "\(given) are") given here",
        in: resolution.fact.file, at: fact.place.offset)
    }
  }
}
