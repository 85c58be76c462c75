/// The graph as a picture that needs nothing else: features on the left, what they need on the right, modules as
/// frames, and what is missing in red.
public enum SVGDrawing {
  public static func text(_ model: DependencyModel) -> String {
    let layout = Layout(model)
    let legend = legend(model, at: layout.height)
    let width = max(layout.width, 640)
    let height = layout.height + 44
    var result = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
      width="\(number(width))" height="\(number(height))" role="img" \
      font-family="ui-sans-serif, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif" font-size="13">
      <title>Dependency graph</title>
      <style>@media (prefers-color-scheme: dark) {
      \(Palette.darkStyle)}</style>
      <defs><marker id="arrow" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="7" \
      markerHeight="7" orient="auto-start-reverse"><path d="M0 0.5 8 4 0 7.5z" fill="#7a8694"/>\
      </marker></defs>
      <rect class="page" width="100%" height="100%" fill="#ffffff"/>

      """
    result += body(model, layout)
    return result + legend + "</svg>\n"
  }

  /// Frames, edges and nodes, without the picture around them.
  static func body(_ model: DependencyModel, _ layout: Layout) -> String {
    var result = ""
    for frame in layout.frames {
      let box = frame.box
      result +=
        "<g class=\"frame\" data-module=\"\(escape(frame.module))\">"
        + "<rect x=\"\(number(box.x))\" y=\"\(number(box.y))\" width=\"\(number(box.width))\" "
        + "height=\"\(number(box.height))\" rx=\"8\" fill=\"#f6f8fa\" stroke=\"#d0d7de\"/>"
        + "<text x=\"\(number(box.x + 10))\" y=\"\(number(box.y + 15))\" fill=\"#57606a\" "
        + "font-weight=\"600\" font-size=\"12\">\(escape(frame.module))</text></g>\n"
    }
    // Many lines are drawn lightly, so that the labels stay in front.
    let opacity = model.edges.count > 300 ? "0.3" : model.edges.count > 120 ? "0.5" : "1"
    for (index, edge) in model.edges.enumerated() {
      guard let from = layout.boxes[edge.from], let to = layout.boxes[edge.to] else { continue }
      let dash = edge.kind == .creates ? " stroke-dasharray=\"5 4\"" : ""
      result +=
        "<path class=\"edge\" data-edge=\"\(index)\" d=\"\(curve(from, to, layout))\" fill=\"none\" "
        + "stroke=\"#7a8694\" stroke-opacity=\"\(opacity)\" stroke-width=\"1.2\"\(dash) "
        + "marker-end=\"url(#arrow)\">"
      if let condition = edge.condition { result += "<title>#if \(escape(condition))</title>" }
      result += "</path>\n"
    }
    for (index, node) in model.nodes.enumerated() {
      guard let box = layout.boxes[node.id] else { continue }
      let color = node.isMissing ? Palette.missing : Palette.color(of: node.kind)
      let radius = node.kind == .key ? 13 : node.kind == .service ? 2 : 6
      let place = node.position.map { "\($0.path):\($0.line)" }
      let title = ([node.name, node.kind.rawValue] + node.details + [place].compactMap { $0 })
        .joined(separator: "\n")
      result +=
        "<g class=\"node \(node.isMissing ? "lacking" : node.kind.rawValue)\" data-node=\"\(index)\"><title>\(escape(title))</title>"
        + "<rect x=\"\(number(box.x))\" y=\"\(number(box.y))\" width=\"\(number(box.width))\" "
        + "height=\"\(number(box.height))\" rx=\"\(radius)\" fill=\"\(color.fill)\" "
        + "stroke=\"\(color.stroke)\" stroke-width=\"\(node.isMissing ? 2 : 1.2)\"/>"
        + "<text x=\"\(number(box.x + box.width / 2))\" y=\"\(number(box.y + 17.5))\" "
        + "text-anchor=\"middle\" fill=\"#1b1f24\">\(escape(Layout.shown(node.name)))</text></g>\n"
    }
    return result
  }

  private static func curve(
    _ from: Layout.Box, _ to: Layout.Box, _ layout: Layout
  ) -> String {
    let startY = from.y + from.height / 2
    let endY = to.y + to.height / 2
    if to.x > from.x + from.width {
      var last = Layout.Passage(x: from.x + from.width, y: startY, slope: 0)
      var path = "M\(number(last.x)) \(number(last.y))"
      let end = Layout.Passage(x: to.x - 1, y: endY, slope: 0)
      for next in layout.way(from: from, to: to) + [end] {
        let bend = min(120, (next.x - last.x) * 0.45)
        path += " C\(number(last.x + bend)) \(number(last.y + last.slope * bend))"
        path += " \(number(next.x - bend)) \(number(next.y - next.slope * bend))"
        path += " \(number(next.x)) \(number(next.y))"
        last = next
      }
      return path
    }
    // Within a layer, or back: around the right side of both.
    let start = from.x + from.width
    let end = to.x + to.width
    let bend = max(start, end) + 40
    if from.x == to.x, from.y == to.y {
      return "M\(number(start)) \(number(startY - 6)) C\(number(bend)) \(number(startY - 22)) "
        + "\(number(bend)) \(number(startY + 22)) \(number(start + 1)) \(number(startY + 6))"
    }
    return "M\(number(start)) \(number(startY)) C\(number(bend)) \(number(startY)) "
      + "\(number(bend)) \(number(endY)) \(number(end + 1)) \(number(endY))"
  }

  /// What the colours stand for, as far as they occur: a name, a class of the style and the colour.
  static func entries(
    _ model: DependencyModel
  ) -> [(name: String, style: String, color: (fill: String, stroke: String))] {
    var entries = DependencyModel.Node.Kind.allCases
      .filter { kind in model.nodes.contains { $0.kind == kind && !$0.isMissing } }
      .map { ($0.rawValue, $0.rawValue, Palette.color(of: $0)) }
    if model.nodes.contains(where: \.isMissing) {
      entries.append(("missing", "lacking", Palette.missing))
    }
    return entries
  }

  private static func legend(_ model: DependencyModel, at y: Double) -> String {
    var x = Layout.margin
    var result = "<g class=\"legend\" font-size=\"12\" fill=\"#57606a\">\n"
    for (name, style, color) in entries(model) {
      result +=
        "<g class=\"node \(style)\"><rect x=\"\(number(x))\" y=\"\(number(y + 8))\" width=\"14\" height=\"14\" rx=\"4\" "
        + "fill=\"\(color.fill)\" stroke=\"\(color.stroke)\"/></g>"
        + "<text x=\"\(number(x + 20))\" y=\"\(number(y + 19))\">\(name)</text>\n"
      x += 36 + Double(name.count) * 7.5
    }
    if model.edges.contains(where: { $0.kind == .creates }) {
      result +=
        "<path d=\"M\(number(x)) \(number(y + 15)) h28\" stroke=\"#7a8694\" "
        + "stroke-dasharray=\"5 4\"/><text x=\"\(number(x + 34))\" y=\"\(number(y + 19))\">makes</text>\n"
    }
    return result + "</g>\n"
  }

  static func number(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  /// Text for an element or an attribute. Characters that XML forbids are left out.
  static func escape(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default:
        if scalar.value >= 0x20 || scalar == "\n" || scalar == "\t" {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
