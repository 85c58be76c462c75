/// The graph as a page that works from a file: search, focus on a node and its paths, a filter by module, and the way
/// from a node to its line.
public enum HTMLDrawing {
  public static func text(_ model: DependencyModel) -> String {
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
      "DATA": "{\"nodes\": \(nodes.text), \"edges\": \(edges.text)}",
      "BODY": SVGDrawing.body(model, layout),
    ]
    // Filled in one pass, so that a name from the source is never taken for a mark of the page.
    return HTMLPage.text.split(separator: "@@", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset % 2 == 0 ? String($0.element) : contents[String($0.element)] ?? "" }.joined()
  }
}
