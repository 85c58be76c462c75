import DependencyGraph
import Foundation
import Testing

/// Each rule has a page in `Documentation/rules`, and what the page shows is what the checker does.
@Suite struct RuleDocumentationTests {
  static let folder = RobustnessTests.package.appendingPathComponent("Documentation/rules")

  @Test func everyRuleHasAPageAndEveryPageARule() throws {
    let pages = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".md") && $0 != "README.md" }.map { String($0.dropLast(3)) }
    #expect(pages.sorted() == Rule.all.map(\.id))
    let index = try String(
      contentsOf: Self.folder.appendingPathComponent("README.md"), encoding: .utf8)
    for rule in Rule.all { #expect(index.contains("(\(rule.id).md)")) }
  }

  @Test(arguments: Rule.all.map(\.id)) func theExamplesAreTrue(rule: String) throws {
    let page = try String(
      contentsOf: Self.folder.appendingPathComponent("\(rule).md"), encoding: .utf8)
    #expect(page.hasPrefix("# \(rule)\n"))
    for heading in ["## Why it matters", "## How to fix it", "## Example", "## How sure it is"] {
      #expect(page.contains(heading))
    }
    #expect(page.contains("// graft:ignore \(rule)") && page.contains("--disable \(rule)"))
    let reported = try findings(of: try code(after: "Reported:", in: page), for: rule)
    #expect(reported.map(\.certainty) == [.proven])
    #expect(try findings(of: try code(after: "Better:", in: page), for: rule).isEmpty)
  }

  @Test(arguments: Rule.all.map(\.id)) func aCommentOrAFlagSilencesIt(rule: String) throws {
    let page = try String(
      contentsOf: Self.folder.appendingPathComponent("\(rule).md"), encoding: .utf8)
    let code = try code(after: "Reported:", in: page)
    let line = try #require(try findings(of: code, for: rule).first).position.line
    var lines = source(code, for: rule).components(separatedBy: "\n")
    lines.insert("// graft:ignore \(rule)", at: line - 1)
    #expect(try findings(ofSource: lines.joined(separator: "\n"), for: rule).isEmpty)
    lines[line - 1] = "// graft:ignore some-other-rule"
    #expect(try findings(ofSource: lines.joined(separator: "\n"), for: rule).count == 1)
    #expect(try findings(of: code, for: rule, disabling: [rule]).isEmpty)
  }

  // MARK: - What the pages leave out

  /// What stands around the example of a page.
  private static let surroundings: [String: (before: String, after: String)] = [
    "dependency-cycle": (
      """
      extension DependencyValues {
        var left: Int { self[LeftKey.self] }
        var right: Int { self[RightKey.self] }
      }

      """, ""
    ),
    "detached-model": (
      """
      final class Child { @Dependency(\\.client) var client }

      """, ""
    ),
    "late-prepare": (
      """
      final class Model {
        @Dependency(Database.self) var database
        init() { print(database) }
      }
      enum Database: DependencyKey { static let liveValue = 1 }
      extension DependencyValues { var database: Int { self[Database.self] } }

      """, ""
    ),
    "unimplemented-closure": (
      "struct Client { var load: () -> Int }\nenum Values {\n", "\n}\n"
    ),
    "unregistered-service": (
      "func use(_ container: Container, _ resolver: any Resolver) {\n", "\n}\n"
    ),
    "missing-test": ("import Testing\n", ""),
  ]

  private func code(after mark: String, in page: String) throws -> String {
    let start = try #require(page.firstRange(of: "\(mark)\n\n```swift\n")).upperBound
    let end = try #require(page[start...].firstRange(of: "```")).lowerBound
    return String(page[start..<end])
  }

  private func source(_ code: String, for rule: String) -> String {
    let (before, after) = Self.surroundings[rule] ?? ("", "")
    return "import Dependencies\nimport DependencyContainer\n" + before + code + after
  }

  private func findings(
    of code: String, for rule: String, disabling: Set<String> = []
  ) throws -> [Finding] {
    try findings(ofSource: source(code, for: rule), for: rule, disabling: disabling)
  }

  private func findings(
    ofSource source: String, for rule: String, disabling: Set<String> = []
  ) throws -> [Finding] {
    let manager = FileManager.default
    let root = manager.temporaryDirectory.appendingPathComponent("graft-\(UUID().uuidString)")
    defer { try? manager.removeItem(at: root) }
    try manager.createDirectory(at: root, withIntermediateDirectories: true)
    try source.write(
      to: root.appendingPathComponent("Example.swift"), atomically: true, encoding: .utf8)
    if rule == "missing-test" {
      try """
      import Dependencies
      struct Client: DependencyKey { static let liveValue = Client(); func run() {} }
      extension DependencyValues { var client: Client { get { self[Client.self] } set { } } }
      struct Model { @Dependency(\\.client) var client; func load() { client.run() } }
      """.write(to: root.appendingPathComponent("Model.swift"), atomically: true, encoding: .utf8)
    }
    var options = AnalysisOptions()
    options.disabledRules = disabling
    let analysis = Analysis.run(paths: [root.path], options: options)
    #expect(analysis.syntaxErrors.isEmpty)
    return analysis.findings.filter { $0.rule == rule }
  }
}
