extension DependencyModel {
  /// The nodes that a name means: the name of a node, of a key or of a key's property.
  func nodes(named name: String) -> [Node] {
    var bare = name
    if bare.hasPrefix("\\.") { bare.removeFirst(2) }
    if bare.hasSuffix(".self") { bare.removeLast(5) }
    let ids = Set(
      keys.filter {
        $0.name == bare || $0.properties.contains(bare) || $0.name.hasSuffix("." + bare)
      }
      .map { "key:\($0.module).\($0.name)" })
    return nodes.filter {
      $0.name == bare || $0.id == name || ids.contains($0.id)
        || $0.id.hasSuffix(":" + bare) || $0.id.hasSuffix("." + bare)
    }
  }

  /// Names that are close to one that nothing has.
  public func namesLike(_ name: String) -> [String] {
    let wanted = name.lowercased()
    let near = nodes.map(\.name).filter {
      let other = $0.lowercased()
      return other.contains(wanted) || wanted.contains(other) && other.count > 2
    }
    return Array(Set(near).sorted().prefix(3))
  }

  /// What reaches the named nodes, and what they reach.
  ///
  /// - Returns: `nil` if nothing has that name.
  public func focused(on name: String) -> DependencyModel? {
    let start = nodes(named: name).map(\.id)
    guard !start.isEmpty else { return nil }
    let kept = reach(from: start, forward: true).union(reach(from: start, forward: false))
    return keeping { kept.contains($0.id) }
  }

  /// The model without what only tests need.
  public var withoutTests: DependencyModel { keeping { !$0.isTest } }

  private func keeping(_ isKept: (Node) -> Bool) -> DependencyModel {
    var result = self
    result.nodes = nodes.filter(isKept)
    let ids = Set(result.nodes.map(\.id))
    result.edges = edges.filter { ids.contains($0.from) && ids.contains($0.to) }
    return result
  }

  private func reach(from start: [String], forward: Bool) -> Set<String> {
    var next: [String: [String]] = [:]
    for edge in edges {
      if forward {
        next[edge.from, default: []].append(edge.to)
      } else {
        next[edge.to, default: []].append(edge.from)
      }
    }
    var reached = Set(start)
    var queue = start
    while let node = queue.popLast() {
      for target in next[node, default: []] where reached.insert(target).inserted {
        queue.append(target)
      }
    }
    return reached
  }
}
