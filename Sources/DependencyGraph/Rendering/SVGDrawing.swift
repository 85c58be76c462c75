public enum SVGDrawing { public static func text(_ model: DependencyModel) -> String { "" } }
public enum HTMLDrawing { public static func text(_ model: DependencyModel) -> String { "" } }
