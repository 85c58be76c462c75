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

  /// The boxes that stand above each other.
  struct Column {
    var x: Double
    var right: Double
    var boxes: [Box] = []
  }

  private(set) var boxes: [String: Box] = [:]
  private(set) var columns: [Column] = []
  private(set) var frames: [Frame] = []
  private(set) var width = 0.0
  private(set) var height = 0.0

  static let rowHeight = 26.0
  static let rowGap = 10.0
  static let layerGap = 90.0
  static let framePadding = 14.0
  static let frameTitle = 22.0
  static let margin = 20.0
  /// A column that holds more than so many is broken into several. Of these, the one is taken with which the drawing
  /// comes closest to the shape of a screen.
  static let columnLimits = [28, 20, 14, 10, 7, 5, 3]
  static let wantedAspect = 1.5

  init(_ model: DependencyModel) {
    let layers = Self.layers(of: model)
    guard !model.nodes.isEmpty else {
      width = 200
      height = 60
      return
    }
    var order = Self.initialOrder(model, layers)
    for round in 0..<8 { Self.sweep(&order, model, layers, isForward: round % 2 == 0) }
    let grid = Grid(model, layers, order)
    var best: (layout: Layout, distance: Double)?
    for limit in Self.columnLimits {
      var layout = self
      layout.place(grid, columnLimit: limit)
      // Half as wide as wanted is as far away as twice as wide.
      let aspect = layout.width / layout.height / Self.wantedAspect
      let distance = max(aspect, 1 / aspect)
      // Tall columns are easier to follow: what hardly helps is not worth breaking them.
      if distance < (best?.distance ?? .infinity) * 0.9 { best = (layout, distance) }
    }
    if let best { self = best.layout }
    let byPlace = Dictionary(grouping: boxes.values, by: \.x)
    columns = byPlace.keys.sorted().map { x in
      let boxes = byPlace[x, default: []].sorted { $0.y < $1.y }
      return Column(x: x, right: x + (boxes.map(\.width).max() ?? 0), boxes: boxes)
    }
  }

  // MARK: - Lines

  /// A place that a line passes on its way.
  struct Passage {
    var x: Double
    var y: Double
    var slope: Double
  }

  /// How a line passes the columns between two boxes: beside their boxes, never behind one, so that it is not taken
  /// for a line to it. Where nothing is in the way it goes straight on.
  func way(from: Box, to: Box) -> [Passage] {
    let startX = from.x + from.width
    let startY = from.y + from.height / 2
    guard to.x > startX else { return [] }
    let slope = (to.y + to.height / 2 - startY) / (to.x - startX)
    var result: [Passage] = []
    for column in columns where column.x > startX && column.right < to.x {
      let middle = (column.x + column.right) / 2
      let y = startY + slope * (middle - startX)
      let height = abs(slope) * (column.right - column.x + 12)
      if Self.isFree(from: y - height / 2, to: y + height / 2, in: column) {
        result.append(Passage(x: middle, y: y, slope: slope))
      } else {
        let free = Self.freeHeight(near: y, in: column)
        result.append(Passage(x: column.x - 6, y: free, slope: 0))
        result.append(Passage(x: column.right + 6, y: free, slope: 0))
      }
    }
    return result
  }

  private static func isFree(from top: Double, to bottom: Double, in column: Column) -> Bool {
    !column.boxes.contains { $0.y < bottom + 3 && top - 3 < $0.y + $0.height }
  }

  private static func freeHeight(near y: Double, in column: Column) -> Double {
    let margin = rowGap / 2
    var low = 0
    var high = column.boxes.count
    while low < high {
      let middle = (low + high) / 2
      if column.boxes[middle].y + column.boxes[middle].height + margin < y {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < column.boxes.count else { return y }
    let box = column.boxes[low]
    let above = box.y - margin
    let below = box.y + box.height + margin
    return y <= above ? y : y - above < below - y ? above : below
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

  /// The nodes of each module by layer, in their order.
  private struct Grid {
    var modules: [String] = []
    var members: [[[DependencyModel.Node]]] = []
    var columnWidths: [Double] = []

    init(_ model: DependencyModel, _ layers: [String: Int], _ order: [String: Double]) {
      // A module is a band from left to right; bands lie above each other, those that need before those that are needed.
      let nodesOfModule = Dictionary(grouping: model.nodes, by: \.module)
      modules = model.modules.map { module in
        (nodesOfModule[module, default: []].map { layers[$0.id] ?? 0 }.min() ?? 0, module)
      }.sorted { $0 < $1 }.map(\.1)
      let layerCount = (layers.values.max() ?? 0) + 1
      columnWidths = Array(repeating: 60, count: layerCount)
      for module in modules {
        var byLayer: [[DependencyModel.Node]] = Array(repeating: [], count: layerCount)
        for node in nodesOfModule[module, default: []] {
          let layer = layers[node.id] ?? 0
          byLayer[layer].append(node)
          columnWidths[layer] = max(columnWidths[layer], Layout.labelWidth(node.name))
        }
        for layer in byLayer.indices {
          byLayer[layer].sort { (order[$0.id] ?? 0, $0.id) < (order[$1.id] ?? 0, $1.id) }
        }
        members.append(byLayer)
      }
    }
  }

  private mutating func place(_ grid: Grid, columnLimit: Int) {
    // A layer is as many columns wide as the fullest module needs in it.
    var starts: [Double] = []
    var x = Self.margin + Self.framePadding
    for layer in grid.columnWidths.indices {
      starts.append(x)
      let fullest = grid.members.map { $0[layer].count }.max() ?? 0
      let columns = max(1, (fullest + columnLimit - 1) / columnLimit)
      x += (grid.columnWidths[layer] + 24) * Double(columns) - 24 + Self.layerGap
    }
    width = x - Self.layerGap + Self.framePadding + Self.margin
    var y = Self.margin
    for (module, byLayer) in zip(grid.modules, grid.members) {
      let top = y + Self.frameTitle
      var rows = 1
      var left = Double.infinity
      var right = 0.0
      for (layer, nodes) in byLayer.enumerated() where !nodes.isEmpty {
        let columns = (nodes.count + columnLimit - 1) / columnLimit
        let perColumn = (nodes.count + columns - 1) / columns
        rows = max(rows, perColumn)
        for (number, node) in nodes.enumerated() {
          let box = Box(
            x: starts[layer] + Double(number / perColumn) * (grid.columnWidths[layer] + 24),
            y: top + Double(number % perColumn) * (Self.rowHeight + Self.rowGap),
            width: grid.columnWidths[layer], height: Self.rowHeight)
          boxes[node.id] = box
          left = min(left, box.x)
          right = max(right, box.x + box.width)
        }
      }
      let bottom = top + Double(rows) * (Self.rowHeight + Self.rowGap)
      right = max(right, left + Self.labelWidth(module))
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

  /// How wide a label is drawn, by the widest of the usual fonts. Wide scripts take the height of a line for each
  /// character.
  static func labelWidth(_ text: String) -> Double {
    let units = shown(text).unicodeScalars.reduce(0.0) { sum, scalar in
      switch scalar {
      case "i", "j", "l", "I", ".", ",", ":", "'", "|", "!": return sum + 4.6
      case "f", "r", "t", "(", ")", "[", "]", " ", "/", "\\": return sum + 5.6
      case "m", "w", "M", "W", "@", "%": return sum + 12.8
      default:
        return sum + (scalar.value >= 0x1100 ? 13.2 : scalar.properties.isUppercase ? 9.8 : 8.2)
      }
    }
    return min(max(units + 20, 60), 460)
  }

  /// A label as it is drawn: very long names are cut in the middle.
  static func shown(_ text: String) -> String {
    guard text.count > 44 else { return text }
    return text.prefix(24) + "…" + text.suffix(18)
  }
}
