/// Findings as SARIF 2.1.0, which code review and security tools read.
public enum SARIFReport {
  public static func text(_ analysis: Analysis, isStrict: Bool, version: String) -> String {
    let rules = Rule.all.map { rule in
      JSON.object([
        ("id", .string(rule.id)), ("shortDescription", message(rule.summary)),
        ("defaultConfiguration", .object([("level", .string(rule.severity.rawValue))])),
      ])
    }
    let indices = Dictionary(
      uniqueKeysWithValues: Rule.all.enumerated().map { ($0.element.id, $0.offset) })
    let visible = analysis.visibleFindings(isStrict: isStrict)
    let results = visible.filter { $0.rule != "syntax" }.map { finding in
      JSON.object([
        ("ruleId", .string(finding.rule)), ("ruleIndex", .number(indices[finding.rule] ?? -1)),
        ("level", .string(finding.severity.rawValue)), ("message", message(finding.message)),
        ("locations", .array([location(finding.position, message: nil)])),
        (
          "relatedLocations",
          .array(finding.related.map { location($0.position, message: $0.message) })
        ),
        (
          "properties",
          .object([
            ("certainty", .string(finding.certainty.rawValue)),
            ("condition", .optional(finding.condition)),
          ])
        ),
      ])
    }
    let broken = visible.filter { $0.rule == "syntax" }.map { finding in
      JSON.object([
        ("level", .string("error")), ("message", message(finding.message)),
        ("locations", .array([location(finding.position, message: nil)])),
      ])
    }
    let unreadable = analysis.problems.map { problem in
      JSON.object([
        ("level", .string("error")), ("message", message(problem.message)),
        (
          "locations",
          .array([
            .object([
              ("physicalLocation", .object([("artifactLocation", artifact(problem.path))]))
            ])
          ])
        ),
      ])
    }
    let notifications = broken + unreadable
    return JSON.object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .string("2.1.0")),
      (
        "runs",
        .array([
          .object([
            (
              "tool",
              .object([
                (
                  "driver",
                  .object([
                    ("name", .string("graft")), ("version", .string(version)),
                    ("rules", .array(rules)),
                  ])
                )
              ])
            ),
            ("columnKind", .string("unicodeCodePoints")),
            (
              "invocations",
              .array([
                .object([
                  ("executionSuccessful", .bool(notifications.isEmpty)),
                  ("toolExecutionNotifications", .array(notifications)),
                ])
              ])
            ),
            ("results", .array(results)),
          ])
        ])
      ),
    ]).text
  }

  private static func message(_ text: String) -> JSON { .object([("text", .string(text))]) }

  private static func artifact(_ path: String) -> JSON {
    .object([("uri", .string(uri(path)))])
  }

  private static func location(_ position: SourcePosition, message text: String?) -> JSON {
    var region: [(String, JSON)] = [("startLine", .number(position.line))]
    if position.isColumnOfCharacter { region.append(("startColumn", .number(position.column))) }
    var members: [(String, JSON)] = [
      (
        "physicalLocation",
        .object([
          ("artifactLocation", artifact(position.path)),
          ("region", .object(region)),
        ])
      )
    ]
    if let text { members.append(("message", message(text))) }
    return .object(members)
  }

  /// A path as a reference of RFC 3986.
  static func uri(_ path: String) -> String {
    var result = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "+"),
        UInt8(ascii: "@"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
