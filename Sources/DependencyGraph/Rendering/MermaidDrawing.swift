/// The graph in Mermaid's language, which GitHub and many wikis draw.
public enum MermaidDrawing {
  public static func text(_ model: DependencyModel) -> String {
    var result = "flowchart LR\n"
    var names: [String: String] = [:]
    for (index, node) in model.nodes.enumerated() { names[node.id] = "n\(index)" }
    for (index, module) in model.modules.enumerated() {
      result += "  subgraph m\(index)[\"\(escape(module))\"]\n"
      for node in model.nodes where node.module == module {
        let label = "\"\(escape(node.name))\""
        let shape: String
        switch node.kind {
        case .key: shape = "([\(label)])"
        case .service: shape = "[[\(label)]]"
        case .injectable: shape = "{{\(label)}}"
        case .feature, .function: shape = "[\(label)]"
        }
        let style = node.isMissing ? "missing" : node.kind.rawValue
        result += "    \(names[node.id] ?? "")\(shape):::\(style)\n"
      }
      result += "  end\n"
    }
    for edge in model.edges {
      guard let from = names[edge.from], let to = names[edge.to] else { continue }
      let condition = edge.condition.map { "|\"\(escape($0))\"|" } ?? ""
      result += "  \(from) \(edge.kind == .creates ? "-.->" : "-->")\(condition) \(to)\n"
    }
    for kind in DependencyModel.Node.Kind.allCases {
      let color = Palette.color(of: kind)
      result +=
        "  classDef \(kind.rawValue) fill:\(color.fill),stroke:\(color.stroke),color:#1b1f24\n"
    }
    result +=
      "  classDef missing fill:\(Palette.missing.fill),stroke:\(Palette.missing.stroke),color:#1b1f24\n"
    return result
  }

  /// Mermaid knows HTML's entities by number, written with `#`.
  private static func escape(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "#", "<", ">", "&", "`", "[", "]", "{", "}", "|", "\\":
        result += "#\(scalar.value);"
      case "\n", "\r": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
