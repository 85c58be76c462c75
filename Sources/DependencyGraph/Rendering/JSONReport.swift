/// What the checker knows as JSON. `Documentation/graph-schema.json` describes it.
public enum JSONReport {
  /// The version of the format: it changes when a member is removed or means something else.
  public static let formatVersion = 1

  private static func head(_ kind: String, _ version: String) -> [(String, JSON)] {
    [
      ("formatVersion", .number(formatVersion)), ("kind", .string(kind)),
      ("tool", .object([("name", .string("graft")), ("version", .string(version))])),
    ]
  }

  static func position(_ position: SourcePosition?) -> JSON {
    guard let position else { return .null }
    return .object([
      ("path", .string(position.path)), ("line", .number(position.line)),
      ("column", .number(position.column)),
    ])
  }

  /// All findings, the unproven ones too.
  public static func findings(_ analysis: Analysis, version: String) -> String {
    let findings = analysis.visibleFindings(isStrict: true).map { finding in
      JSON.object([
        ("rule", .string(finding.rule)), ("severity", .string(finding.severity.rawValue)),
        ("certainty", .string(finding.certainty.rawValue)),
        ("position", position(finding.position)), ("message", .string(finding.message)),
        ("condition", .optional(finding.condition)),
        (
          "related",
          .array(
            finding.related.map {
              .object([
                ("position", position($0.position)), ("message", .string($0.message)),
              ])
            })
        ),
      ])
    }
    let problems = analysis.problems.map {
      JSON.object([("path", .string($0.path)), ("message", .string($0.message))])
    }
    return JSON.object(
      head("findings", version) + [
        ("files", .number(analysis.fileCount)), ("lines", .number(analysis.lineCount)),
        ("findings", .array(findings)), ("problems", .array(problems)),
      ]
    ).text
  }

  /// Nodes, edges and keys.
  public static func graph(_ model: DependencyModel, version: String) -> String {
    let nodes = model.nodes.map { node in
      JSON.object([
        ("id", .string(node.id)), ("name", .string(node.name)),
        ("kind", .string(node.kind.rawValue)), ("module", .string(node.module)),
        ("position", position(node.position)), ("isTest", .bool(node.isTest)),
        ("isMissing", .bool(node.isMissing)),
        ("details", .array(node.details.map { .string($0) })),
      ])
    }
    let edges = model.edges.map { edge in
      JSON.object([
        ("from", .string(edge.from)), ("to", .string(edge.to)),
        ("kind", .string(edge.kind.rawValue)), ("position", position(edge.position)),
        ("condition", .optional(edge.condition)),
      ])
    }
    return JSON.object(
      head("graph", version) + [
        ("modules", .array(model.modules.map { .string($0) })), ("nodes", .array(nodes)),
        ("edges", .array(edges)), ("keys", .array(model.keys.map(json))),
      ]
    ).text
  }

  /// Every key with its values.
  public static func keys(_ model: DependencyModel, version: String) -> String {
    JSON.object(head("keys", version) + [("keys", .array(model.keys.map(json)))]).text
  }

  private static func json(_ key: DependencyModel.Key) -> JSON {
    func values(_ values: [DependencyModel.Value]) -> JSON {
      .array(
        values.map {
          .object([
            ("position", position($0.position)), ("module", .string($0.module)),
            ("condition", .optional($0.condition)),
          ])
        })
    }
    return .object([
      ("name", .string(key.name)), ("properties", .array(key.properties.map { .string($0) })),
      ("module", .string(key.module)), ("valueType", .optional(key.valueType)),
      ("position", position(key.position)), ("isBuiltIn", .bool(key.isBuiltIn)),
      ("live", values(key.live)), ("preview", values(key.preview)), ("test", values(key.test)),
      ("reads", .number(key.readCount)), ("testReads", .number(key.testReadCount)),
    ])
  }
}
