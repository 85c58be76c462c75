/// The graph in the language of Graphviz.
public enum DOTDrawing {
  public static func text(_ model: DependencyModel) -> String {
    var result = "digraph dependencies {\n  rankdir=LR;\n"
    result += "  node [shape=box, style=\"filled,rounded\", fontname=\"Helvetica\"];\n"
    for (index, module) in model.modules.enumerated() {
      result += "  subgraph cluster_\(index) {\n    label=\(quote(module));\n"
      for node in model.nodes where node.module == module {
        let color = node.isMissing ? Palette.missing : Palette.color(of: node.kind)
        result +=
          "    \(quote(node.id)) [label=\(quote(node.name)), fillcolor=\"\(color.fill)\", "
          + "color=\"\(color.stroke)\"];\n"
      }
      result += "  }\n"
    }
    for edge in model.edges {
      var attributes: [String] = []
      if edge.kind == .creates { attributes.append("style=dashed") }
      if let condition = edge.condition { attributes.append("label=\(quote(condition))") }
      let suffix = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
      result += "  \(quote(edge.from)) -> \(quote(edge.to))\(suffix);\n"
    }
    return result + "}\n"
  }

  private static func quote(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
