import DependencyGraph
import Foundation
import Testing

/// `Fixtures/Traps` is an application in which nothing is wrong, written with all that looks wrong at first sight;
/// in `Fixtures/Marked`, comments name what each line is reported for.
@Suite struct TrapTests {
  @Test func nothingIsSaidOfASoundApplication() {
    let analysis = FixtureTests.analysis(of: "Traps")
    #expect(analysis.fileCount >= 10)
    #expect(TextReport.findings(analysis, isStrict: false) == "")
  }

  @Test func theApplicationIsUnderstood() throws {
    let model = FixtureTests.analysis(of: "Traps").model
    #expect(
      Set(model.modules).isSuperset(of: ["App", "Clients", "Container", "UI"]))
    let values = Dictionary(
      model.keys.flatMap { key in key.properties.map { ($0, key) } },
      uniquingKeysWith: { first, _ in first })
    let weather = try #require(values["weather"])
    #expect(weather.live.map(\.module) == ["LiveClients"])
    #expect(weather.readCount > 3)
    #expect(values["haptics"]?.live.count == 2)
    #expect(values["retries"]?.live.isEmpty == false)
    #expect(values["sessionCache"]?.readCount == 2)
    // It is prepared where the program starts, so it is not drawn as missing.
    let storage = try #require(model.nodes.first { $0.name == "storage" })
    #expect(!storage.isMissing)
    #expect(storage.details.contains("prepared where the program starts"))
  }
}

extension TrapTests {
  @Test func whatIsMarkedIsFoundAndNothingElse() throws {
    let file = FixtureTests.folder.appendingPathComponent("Fixtures/Marked/App.swift")
    let lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let expected = lines.enumerated().compactMap { index, line in
      line.firstRange(of: "//~ ").map { "\(index + 1) \(line[$0.upperBound...])" }
    }
    let found = FixtureTests.analysis(of: "Marked").findings
      .filter { $0.certainty == .proven }.map { "\($0.position.line) \($0.rule)" }
    #expect(found == expected)
  }
}
