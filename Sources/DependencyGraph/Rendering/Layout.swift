/// A layered drawing: who needs stands on the left of what it needs, and what belongs to one module lies together.
struct Layout {
  struct Box {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  struct Frame {
    var module: String
    var box: Box
  }

  private(set) var boxes: [String: Box] = [:]
  private(set) var frames: [Frame] = []
  private(set) var width = 0.0
  private(set) var height = 0.0

  static let rowHeight = 26.0
  static let rowGap = 10.0
  static let layerGap = 90.0
  static let framePadding = 14.0
  static let frameTitle = 22.0
  static let margin = 20.0
  /// A column that holds more than this is broken into several, so that large graphs stay readable.
  static let columnLimit = 28

  init(_ model: DependencyModel) {
    let layers = Self.layers(of: model)
    guard !model.nodes.isEmpty else {
      width = 200
      height = 60
      return
    }
    var order = Self.initialOrder(model, layers)
    for round in 0..<8 { Self.sweep(&order, model, layers, isForward: round % 2 == 0) }
    place(model, layers, order)
  }

  // MARK: - Layers

  /// The layer of each node: one more than that of the furthest node that needs it. Members of a cycle share one.
  static func layers(of model: DependencyModel) -> [String: Int] {
    let ids = model.nodes.map(\.id)
    let index = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    var edges: [[Int]] = Array(repeating: [], count: ids.count)
    for edge in model.edges {
      if let from = index[edge.from], let to = index[edge.to] { edges[from].append(to) }
    }
    let components = Graph.stronglyConnected(edges)
    var componentOf = Array(repeating: 0, count: ids.count)
    for (number, component) in components.enumerated() {
      for node in component { componentOf[node] = number }
    }
    var targets: [Set<Int>] = Array(repeating: [], count: components.count)
    var incoming = Array(repeating: 0, count: components.count)
    for (from, list) in edges.enumerated() {
      for to in list where componentOf[from] != componentOf[to] {
        if targets[componentOf[from]].insert(componentOf[to]).inserted {
          incoming[componentOf[to]] += 1
        }
      }
    }
    var layer = Array(repeating: 0, count: components.count)
    var queue = components.indices.filter { incoming[$0] == 0 }
    var position = 0
    while position < queue.count {
      let component = queue[position]
      position += 1
      for target in targets[component].sorted() {
        layer[target] = max(layer[target], layer[component] + 1)
        incoming[target] -= 1
        if incoming[target] == 0 { queue.append(target) }
      }
    }
    // What needs nothing stands at the right edge, with the other leaves.
    let last = layer.max() ?? 0
    for component in components.indices
    where targets[component].isEmpty && components[component].count == 1 {
      let kind = model.nodes[components[component][0]].kind
      if kind == .key || kind == .service { layer[component] = max(layer[component], last) }
    }
    return Dictionary(
      uniqueKeysWithValues: ids.enumerated().map { ($1, layer[componentOf[$0]]) })
  }

  // MARK: - Order

  private static func initialOrder(
    _ model: DependencyModel, _ layers: [String: Int]
  ) -> [String: Double] {
    var order: [String: Double] = [:]
    for (position, node) in model.nodes.sorted(by: { ($0.module, $0.name) < ($1.module, $1.name) })
      .enumerated()
    {
      order[node.id] = Double(position)
    }
    return order
  }

  /// Moves each node of a module's layer towards the middle of its neighbours.
  private static func sweep(
    _ order: inout [String: Double], _ model: DependencyModel, _ layers: [String: Int],
    isForward: Bool
  ) {
    var neighbours: [String: [String]] = [:]
    for edge in model.edges {
      if isForward {
        neighbours[edge.to, default: []].append(edge.from)
      } else {
        neighbours[edge.from, default: []].append(edge.to)
      }
    }
    var groups: [String: [DependencyModel.Node]] = [:]
    for node in model.nodes {
      groups["\(node.module)\n\(layers[node.id] ?? 0)", default: []].append(node)
    }
    var next = order
    for (_, nodes) in groups {
      let slots = nodes.map { order[$0.id] ?? 0 }.sorted()
      let sorted = nodes.sorted { left, right in
        let first = middle(neighbours[left.id], order) ?? order[left.id] ?? 0
        let second = middle(neighbours[right.id], order) ?? order[right.id] ?? 0
        return (first, left.id) < (second, right.id)
      }
      for (slot, node) in zip(slots, sorted) { next[node.id] = slot }
    }
    order = next
  }

  private static func middle(_ neighbours: [String]?, _ order: [String: Double]) -> Double? {
    guard let neighbours, !neighbours.isEmpty else { return nil }
    return neighbours.reduce(0) { $0 + (order[$1] ?? 0) } / Double(neighbours.count)
  }

  // MARK: - Placing

  private mutating func place(
    _ model: DependencyModel, _ layers: [String: Int], _ order: [String: Double]
  ) {
    // A module is a band from left to right; bands lie above each other, those that need before those that are needed.
    let modules = model.modules.sorted { left, right in
      let first = model.nodes.filter { $0.module == left }.map { layers[$0.id] ?? 0 }.min() ?? 0
      let second = model.nodes.filter { $0.module == right }.map { layers[$0.id] ?? 0 }.min() ?? 0
      return (first, left) < (second, right)
    }
    // Layers are as wide as their widest label and as many columns as the fullest module needs in them.
    let layerCount = (layers.values.max() ?? 0) + 1
    var columnWidths = Array(repeating: 60.0, count: layerCount)
    var columnCounts = Array(repeating: 1, count: layerCount)
    var members: [String: [[DependencyModel.Node]]] = [:]
    for module in modules {
      var byLayer: [[DependencyModel.Node]] = Array(repeating: [], count: layerCount)
      for node in model.nodes where node.module == module {
        byLayer[layers[node.id] ?? 0].append(node)
      }
      for layer in byLayer.indices {
        byLayer[layer].sort { (order[$0.id] ?? 0, $0.id) < (order[$1.id] ?? 0, $1.id) }
        columnCounts[layer] = max(
          columnCounts[layer], (byLayer[layer].count + Self.columnLimit - 1) / Self.columnLimit)
        for node in byLayer[layer] {
          columnWidths[layer] = max(columnWidths[layer], Self.labelWidth(node.name))
        }
      }
      members[module] = byLayer
    }
    var starts: [Double] = []
    var x = Self.margin + Self.framePadding
    for layer in 0..<layerCount {
      starts.append(x)
      x += (columnWidths[layer] + 24) * Double(columnCounts[layer]) - 24 + Self.layerGap
    }
    width = x - Self.layerGap + Self.framePadding + Self.margin
    var y = Self.margin
    for module in modules {
      guard let byLayer = members[module] else { continue }
      let top = y + Self.frameTitle
      var rows = 1
      var left = Double.infinity
      var right = 0.0
      for (layer, nodes) in byLayer.enumerated() where !nodes.isEmpty {
        let columns = (nodes.count + Self.columnLimit - 1) / Self.columnLimit
        let perColumn = (nodes.count + columns - 1) / columns
        rows = max(rows, perColumn)
        for (number, node) in nodes.enumerated() {
          let box = Box(
            x: starts[layer] + Double(number / perColumn) * (columnWidths[layer] + 24),
            y: top + Double(number % perColumn) * (Self.rowHeight + Self.rowGap),
            width: columnWidths[layer], height: Self.rowHeight)
          boxes[node.id] = box
          left = min(left, box.x)
          right = max(right, box.x + box.width)
        }
      }
      let bottom = top + Double(rows) * (Self.rowHeight + Self.rowGap)
      let titleWidth = Self.labelWidth(module)
      right = max(right, left + titleWidth)
      width = max(width, right + Self.framePadding + Self.margin)
      frames.append(
        Frame(
          module: module,
          box: Box(
            x: left - Self.framePadding, y: y, width: right - left + 2 * Self.framePadding,
            height: bottom - y)))
      y = bottom + 18
    }
    height = y + Self.margin - 18
  }

  /// How wide a label is drawn. Wide scripts take about the height of a line for each character.
  static func labelWidth(_ text: String) -> Double {
    let shown = shown(text)
    let units = shown.unicodeScalars.reduce(0.0) {
      $0 + ($1.value >= 0x1100 ? 12.5 : $1.properties.isUppercase ? 8.2 : 7.0)
    }
    return min(max(units + 24, 60), 420)
  }

  /// A label as it is drawn: very long names are cut in the middle.
  static func shown(_ text: String) -> String {
    guard text.count > 44 else { return text }
    return text.prefix(24) + "…" + text.suffix(18)
  }
}
