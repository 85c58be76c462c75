extension Rule {
  static let captiveDependency = Rule(
    "captive-dependency", .warning, "a longer-lived value keeps a shorter-lived one"
  ) { program, reporter in
    for service in program.services where service.forwardOffset == nil {
      let fact = program.fact(service)
      guard let lifetime = Lifetime(fact.scope), lifetime == .container else { continue }
      for need in program.needs(of: service) where need.isEager && !need.isProvider {
        guard case .service(let target) = need.target else { continue }
        let kept = program.services[target]
        let scope = program.fact(kept).scope
        guard let other = Lifetime(scope ?? "graph"), other < lifetime else { continue }
        // A scope of the program's own may be as long as the container's.
        reporter.report(
          "'\(service.displayName)' lives as long as its container and keeps "
            + "'\(kept.displayName)', which is \(other.phrase); register both with the same "
            + "scope, or take a 'Provider'",
          in: need.file, at: need.offset, isProven: scope != nil && other != .custom,
          related: [
            (
              kept.registration.file, program.fact(kept).place.offset,
              "'\(kept.displayName)' is registered here"
            )
          ])
      }
    }
    for key in program.keys where key.scope == nil && !key.isBuiltIn {
      for value in key.live {
        guard let entity = value.entity else { continue }
        for need in program.needs(of: entity) {
          guard case .key(let target) = need.target, program.keys[target].scope != nil else {
            continue
          }
          reporter.report(
            "the live value of '\(key.displayName)' lives as long as the program and keeps "
              + "'\(program.keys[target].displayName)', which is closed with its scope; make "
              + "'\(key.name)' a scoped key as well, or read the value where it is used",
            in: need.file, at: need.offset, isProven: need.isEager)
        }
      }
    }
  }

  private enum Lifetime: Int, Comparable {
    case transient, graph, weak, custom, container

    init?(_ scope: String?) {
      switch scope {
      case "transient", "none": self = .transient
      case "graph": self = .graph
      case "weak": self = .weak
      case "container", "hierarchy": self = .container
      case nil: return nil
      default: self = .custom
      }
    }

    var phrase: String {
      switch self {
      case .transient: "made anew for everyone who asks"
      case .graph: "made for one resolution"
      case .weak: "kept only while somebody holds it"
      case .custom: "in a scope that can be reset"
      case .container: "kept by the container"
      }
    }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }
}
