import DependencyGraph
import Foundation
import Testing

/// Every folder of `Fixtures` is a project. What the checker says about it is stored beside it, in `Stored`.
@Suite struct FixtureTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  static let names: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent("Fixtures").path)
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }()

  @Test func everyFixtureIsFound() {
    #expect(Self.names.count >= 12)
  }

  @Test(arguments: names) func findingsAreAsStored(name: String) throws {
    let analysis = Self.analysis(of: name)
    #expect(analysis.problems.isEmpty)
    #expect(analysis.syntaxErrors.isEmpty)
    try Self.compare(
      TextReport.findings(analysis, isStrict: true), with: "\(name).findings.txt")
  }

  @Test(arguments: names) func theGraphIsAsStored(name: String) throws {
    let model = Self.analysis(of: name).model
    try Self.compare(MermaidDrawing.text(model), with: "\(name).graph.mmd")
    try Self.compare(TextReport.keys(model), with: "\(name).keys.txt")
  }

  @Test func unprovenFindingsAreSilentUnlessAskedFor() {
    let analysis = Self.analysis(of: "UnregisteredService")
    #expect(analysis.findings.contains { $0.certainty == .unproven })
    let text = TextReport.findings(analysis, isStrict: false)
    #expect(!text.contains("(unproven)"))
    #expect(text != TextReport.findings(analysis, isStrict: true))
  }

  @Test func everyRuleHasAFindingInAFixture() {
    var found: Set<String> = []
    for name in Self.names {
      found.formUnion(
        Self.analysis(of: name).findings.filter { $0.certainty == .proven }.map(\.rule))
    }
    #expect(Set(Rule.all.map(\.id)) == found)
  }

  static func analysis(of name: String) -> Analysis {
    Analysis.run(paths: [folder.appendingPathComponent("Fixtures/\(name)").path])
  }

  /// With `GRAFT_STORE=1` the stored outputs are written anew, to be read before they are kept.
  static func compare(_ text: String, with file: String) throws {
    let url = folder.appendingPathComponent("Stored/\(file)")
    // Columns are as wide as the longest path, which is the machine's own.
    let text = text.replacing(folder.appendingPathComponent("Fixtures").path + "/", with: "")
      .replacing(/\ {3,}/, with: "  ")
    if ProcessInfo.processInfo.environment["GRAFT_STORE"] == "1" {
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
  }
}
