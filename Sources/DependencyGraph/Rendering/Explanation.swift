/// The ways by which something is reached, as text.
public enum Explanation {
  static let pathLimit = 50

  /// - Returns: `nil` if nothing has that name.
  public static func text(_ name: String, in model: DependencyModel) -> String? {
    let targets = model.nodes(named: name)
    guard !targets.isEmpty else { return nil }
    let byID = Dictionary(model.nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var incoming: [String: [DependencyModel.Edge]] = [:]
    for edge in model.edges { incoming[edge.to, default: []].append(edge) }
    var result = ""
    for target in targets {
      result += heading(target) + "\n"
      for detail in target.details { result += "  \(detail)\n" }
      if target.isMissing {
        result += target.kind == .key ? "  it has no live value\n" : "  nobody registers it\n"
      }
      let ways = ways(to: target.id, incoming)
      if ways.isEmpty { result += "  nothing reaches it\n" }
      for way in ways.prefix(pathLimit) {
        let names = way.reversed().map { byID[$0.from]?.name ?? $0.from } + [target.name]
        result += "  " + names.joined(separator: " → ") + "\n"
        for edge in way.reversed() {
          guard let position = edge.position else { continue }
          let from = byID[edge.from]?.name ?? edge.from
          let to = byID[edge.to]?.name ?? edge.to
          let condition = edge.condition.map { " under #if \($0)" } ?? ""
          result +=
            "    \(position.path):\(position.line): '\(from)' \(edge.kind.rawValue) '\(to)'\(condition)\n"
        }
      }
      if ways.count > pathLimit { result += "  and more than \(pathLimit) other ways\n" }
    }
    return result
  }

  private static func heading(_ node: DependencyModel.Node) -> String {
    let place = node.position.map { ", \($0.path):\($0.line)" } ?? ""
    return "\(node.name) (\(node.kind.rawValue) of \(node.module)\(place))"
  }

  /// All ways without repetition from something that nobody needs, shortest first.
  private static func ways(
    to target: String, _ incoming: [String: [DependencyModel.Edge]]
  ) -> [[DependencyModel.Edge]] {
    var complete: [[DependencyModel.Edge]] = []
    var queue: [[DependencyModel.Edge]] = incoming[target, default: []].map { [$0] }
    var position = 0
    while position < queue.count, position < 20_000, complete.count <= pathLimit {
      let way = queue[position]
      position += 1
      guard let last = way.last else { continue }
      let seen = Set(way.map(\.to) + [last.from])
      let further = incoming[last.from, default: []].filter { !seen.contains($0.from) }
      if further.isEmpty { complete.append(way) }
      for edge in further { queue.append(way + [edge]) }
    }
    return complete
  }
}
