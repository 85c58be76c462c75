extension Rule {
  static let dependencyCycle = Rule(
    "dependency-cycle", .error, "values, registrations or injectables that need each other"
  ) { program, reporter in
    reportKeyCycles(program, &reporter)
    reportServiceCycles(program, &reporter)
    reportInjectableCycles(program, &reporter)
  }

  private struct Edge {
    var target: Int
    var file: Int
    var offset: UInt32
    var isEager: Bool
  }

  private static func reportKeyCycles(_ program: Program, _ reporter: inout Reporter) {
    for phase in ["live", "test", "preview"] {
      var edges: [[Edge]] = Array(repeating: [], count: program.keys.count)
      for key in program.keys {
        let values = phase == "live" ? key.live : phase == "test" ? key.test : key.preview
        // Of an entry, the default and the arguments cannot be told apart by where they stand.
        if key.isEntry, phase == "preview" { continue }
        for value in values {
          guard let entity = value.entity else { continue }
          for need in program.needs(of: entity) {
            guard case .key(let target) = need.target else { continue }
            if phase != "live", program.keys[target].test.isEmpty { continue }
            edges[key.id].append(
              Edge(
                target: target, file: need.file, offset: need.offset, isEager: need.isEager))
          }
        }
      }
      report(
        edges, named: { program.keys[$0].displayName }, what: "\(phase) values",
        start: { key in
          let value = phase == "live" ? program.keys[key].live.first : program.keys[key].test.first
          return (value?.file ?? program.keys[key].file, value?.offset ?? program.keys[key].offset)
        }, &reporter)
    }
  }

  private static func reportServiceCycles(_ program: Program, _ reporter: inout Reporter) {
    var edges: [[Edge]] = Array(repeating: [], count: program.services.count)
    // A forwarded service is made by the registration that forwards it.
    var canonical: [FactID: Int] = [:]
    for service in program.services where canonical[service.registration] == nil {
      canonical[service.registration] = service.id
    }
    for service in program.services where canonical[service.registration] == service.id {
      for need in program.needs(of: service) {
        guard case .service(let target) = need.target,
          let made = canonical[program.services[target].registration]
        else { continue }
        edges[service.id].append(
          Edge(
            target: made, file: need.file, offset: need.offset,
            isEager: need.isEager && !need.isProvider))
      }
    }
    report(
      edges, named: { program.services[$0].displayName }, what: "registrations",
      start: {
        (
          program.services[$0].registration.file,
          program.fact(program.services[$0]).place.offset
        )
      }, &reporter)
  }

  private static func reportInjectableCycles(_ program: Program, _ reporter: inout Reporter) {
    var edges: [[Edge]] = Array(repeating: [], count: program.types.count)
    for type in program.types {
      guard let dependencies = program.injectableDependencies(of: type.id) else { continue }
      for dependency in dependencies {
        edges[type.id].append(
          Edge(
            target: dependency.type, file: dependency.file, offset: dependency.offset,
            isEager: true))
      }
    }
    report(
      edges, named: { program.types[$0].path }, what: "injectables",
      start: { (program.types[$0].file, program.types[$0].offset) }, &reporter)
  }

  /// Reports each strongly connected part once, by a shortest way round from its first member.
  private static func report(
    _ edges: [[Edge]], named name: (Int) -> String, what: String,
    start: (Int) -> (file: Int, offset: UInt32), _ reporter: inout Reporter
  ) {
    var covered: Set<Int> = []
    for isEager in [true, false] {
      let usable = edges.map { isEager ? $0.filter(\.isEager) : $0 }
      for component in Graph.stronglyConnected(usable.map { $0.map(\.target) }) {
        guard component.allSatisfy({ !covered.contains($0) }), let first = component.min() else {
          continue
        }
        let members = Set(component)
        guard component.count > 1 || usable[first].contains(where: { $0.target == first }) else {
          continue
        }
        covered.formUnion(component)
        let way = shortestWay(from: first, in: usable, members)
        let path = ([first] + way.map(\.target)).map(name).joined(separator: " → ")
        let (file, offset) = start(first)
        reporter.report(
          "\(what) need each other: \(path)", in: file, at: offset, isProven: isEager,
          related: way.map { ($0.file, $0.offset, "needs '\(name($0.target))' here") })
      }
    }
  }

  private static func shortestWay(
    from first: Int, in edges: [[Edge]], _ members: Set<Int>
  ) -> [Edge] {
    var reached: [Int: [Edge]] = [:]
    var queue: [(node: Int, way: [Edge])] = [(first, [])]
    var position = 0
    while position < queue.count {
      let (node, way) = queue[position]
      position += 1
      for edge in edges[node] where members.contains(edge.target) {
        if edge.target == first { return way + [edge] }
        if reached[edge.target] == nil {
          reached[edge.target] = way + [edge]
          queue.append((edge.target, way + [edge]))
        }
      }
    }
    return []
  }
}
