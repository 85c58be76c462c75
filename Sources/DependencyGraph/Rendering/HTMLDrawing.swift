/// The graph as a page that works from a file: search, focus on a node and its paths, a filter by module, and the way
/// from a node to its line.
public enum HTMLDrawing {
  /// - Parameters:
  ///   - model: What to draw.
  ///   - root: The way from the page's folder to the one that paths are relative to, ending in `/`; empty if it is
  ///     the same.
  public static func text(_ model: DependencyModel, root: String = "") -> String {
    let layout = Layout(model)
    let nodes = JSON.array(
      model.nodes.map { node in
        .object([
          ("name", .string(node.name)), ("kind", .string(node.kind.rawValue)),
          ("module", .string(node.module)), ("missing", .bool(node.isMissing)),
          ("path", .optional(node.position?.path)),
          ("line", node.position.map { .number($0.line) } ?? .null),
          ("details", .array(node.details.map { .string($0) })),
        ])
      })
    let index = Dictionary(
      model.nodes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let edges = JSON.array(
      model.edges.map { edge in
        .object([
          ("from", .number(index[edge.from] ?? -1)), ("to", .number(index[edge.to] ?? -1)),
          ("kind", .string(edge.kind.rawValue)), ("condition", .optional(edge.condition)),
          ("path", .optional(edge.position?.path)),
          ("line", edge.position.map { .number($0.line) } ?? .null),
        ])
      })
    let contents = [
      "WIDTH": SVGDrawing.number(layout.width), "HEIGHT": SVGDrawing.number(layout.height),
      "DATA": JSON.object([("root", .string(root)), ("nodes", nodes), ("edges", edges)]).text,
      "BODY": SVGDrawing.body(model, layout), "DARK": Palette.darkStyle, "LEGEND": legend(model),
    ]
    // Filled in one pass, so that a name from the source is never taken for a mark of the page.
    return HTMLPage.text.split(separator: "@@", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset % 2 == 0 ? String($0.element) : contents[String($0.element)] ?? "" }.joined()
  }

  private static func legend(_ model: DependencyModel) -> String {
    let swatches = SVGDrawing.entries(model).map { entry in
      "<span><svg class=\"swatch\" viewBox=\"0 0 14 14\"><g class=\"node \(entry.style)\"><rect x=\"1\" y=\"1\" "
        + "width=\"12\" height=\"12\" rx=\"3\" fill=\"\(entry.color.fill)\" "
        + "stroke=\"\(entry.color.stroke)\"/></g></svg>\(entry.name)</span>"
    }
    let makes = model.edges.contains { $0.kind == .creates } ? ["<span>╌ makes</span>"] : []
    return (swatches + makes).joined(separator: "\n")
  }
}
