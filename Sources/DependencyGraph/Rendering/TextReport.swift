/// Findings and keys as lines of text.
public enum TextReport {
  /// Findings as compilers print them: `path:line:column: warning: message [rule]`.
  public static func findings(_ analysis: Analysis, isStrict: Bool) -> String {
    analysis.visibleFindings(isStrict: isStrict).map { finding in
      var line =
        "\(finding.position.description): \(finding.severity.rawValue): \(finding.message)"
      if let condition = finding.condition { line += " (under #if \(condition))" }
      if finding.certainty == .unproven { line += " (unproven)" }
      return line + " [\(finding.rule)]\n"
    }.joined()
  }

  /// The keys in columns: module, key, value, where its values are and how often it is read.
  public static func keys(_ model: DependencyModel) -> String {
    func values(_ values: [DependencyModel.Value]) -> String {
      guard let first = values.first else { return "–" }
      let place = first.position.map { "\($0.path):\($0.line)" } ?? "given"
      return values.count > 1 ? "\(place) (+\(values.count - 1))" : place
    }
    var rows = [["MODULE", "KEY", "VALUE", "LIVE", "PREVIEW", "TEST", "READS"]]
    for key in model.keys {
      let name = key.properties.first.map { "\\.\($0)" } ?? "\(key.name).self"
      rows.append([
        key.module, name, key.valueType ?? "–",
        key.isBuiltIn ? "built in" : values(key.live), values(key.preview),
        key.isBuiltIn && !key.test.isEmpty ? "built in" : values(key.test),
        key.testReadCount == 0
          ? "\(key.readCount)" : "\(key.readCount) + \(key.testReadCount) in tests",
      ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, text in
        column == row.count - 1
          ? text : text + String(repeating: " ", count: widths[column] - text.count)
      }.joined(separator: "  ") + "\n"
    }.joined()
  }
}

extension Analysis {
  /// Broken files and what the rules found; what is not proven only if it is asked for.
  public func visibleFindings(isStrict: Bool) -> [Finding] {
    (syntaxErrors + findings.filter { isStrict || $0.certainty == .proven })
      .sorted { ($0.position, $0.rule, $0.message) < ($1.position, $1.rule, $1.message) }
  }
}
