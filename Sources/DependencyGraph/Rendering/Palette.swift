/// The colours by which kinds are told apart in every drawing.
enum Palette {
  static let missing = (fill: "#ffd8d6", stroke: "#c62828")

  static func color(of kind: DependencyModel.Node.Kind) -> (fill: String, stroke: String) {
    switch kind {
    case .feature: ("#dbe9ff", "#2f6fd0")
    case .function: ("#e9e6fb", "#6a55c2")
    case .key: ("#d9f2df", "#2e8b4a")
    case .service: ("#fff0cf", "#b57b0f")
    case .injectable: ("#d5f1f3", "#17828b")
    }
  }

  /// The rules of style that turn the drawing dark, for use inside a media query.
  static let darkStyle: String = {
    let colors = [
      ("feature", "#1c3358", "#6ea3f2"), ("function", "#322b56", "#a294ee"),
      ("key", "#173d25", "#5cc07d"), ("service", "#46360f", "#dba94a"),
      ("injectable", "#123c40", "#4db9c2"), ("lacking", "#5a1d1d", "#ff7b72"),
    ]
    let nodes = colors.map { ".node.\($0) rect { fill: \($1); stroke: \($2); }\n" }.joined()
    return nodes + """
      .page { fill: #0d1117; }
      .node text { fill: #f0f3f6; }
      .frame rect { fill: #161b22; stroke: #3d444d; }
      .frame text, .legend text { fill: #9aa4ae; }
      .edge { stroke: #8b96a2; }

      """
  }()
}
