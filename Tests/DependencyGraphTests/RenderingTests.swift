import Foundation
import Testing

@testable import DependencyGraph

@Suite struct RenderingTests {
  /// A model whose every name is an attack on the language that it is written into.
  static let hostile: DependencyModel = {
    let names = [
      "</script><script>alert(1)</script>", "a\"b'c", "<b>&amp;", "x]]>y", "line\nbreak",
      "@@DATA@@",
      "名前", "a\\b", "#1;", "\u{1}control",
    ]
    var model = DependencyModel()
    model.nodes = names.enumerated().map { index, name in
      DependencyModel.Node(
        id: "key:\(name)", name: name, kind: .key, module: name,
        position: SourcePosition(path: "\(name)/a b.swift", line: 1, column: 1), isTest: false,
        isMissing: index == 0, details: [name])
    }
    model.edges = zip(names, names.dropFirst()).map {
      DependencyModel.Edge(
        from: "key:\($0)", to: "key:\($1)", kind: .needs, position: nil, condition: $0)
    }
    return model
  }()

  @Test func namesCannotBreakOutOfAPicture() throws {
    let svg = SVGDrawing.text(Self.hostile)
    #expect(!svg.contains("<script"))
    #expect(!svg.contains("<b>"))
    #expect(svg.contains("&lt;/script&gt;"))
    #expect(!svg.contains("\u{1}"))
  }

  @Test func namesCannotBreakOutOfThePage() throws {
    let html = HTMLDrawing.text(Self.hostile)
    #expect(!html.contains("<script>alert"))
    #expect(html.components(separatedBy: "</script>").count == 3)
    #expect(!html.contains("http://") || html.components(separatedBy: "http://").count == 2)
    let start = try #require(html.firstRange(of: "id=\"data\">")).upperBound
    let end = try #require(html[start...].firstRange(of: "</script>")).lowerBound
    let data = try JSONSerialization.jsonObject(with: Data(html[start..<end].utf8))
    let nodes = (data as? [String: Any])?["nodes"] as? [[String: Any]]
    #expect(nodes?.compactMap { $0["name"] as? String } == Self.hostile.nodes.map(\.name))
  }

  @Test func namesCannotBreakOutOfMermaidAndDOT() {
    let mermaid = MermaidDrawing.text(Self.hostile)
    #expect(!mermaid.contains("<script>"))
    for line in mermaid.split(separator: "\n") where line.contains("[\"") {
      #expect(line.filter { $0 == "\"" }.count == 2)
    }
    #expect(!DOTDrawing.text(Self.hostile).contains("a\"b"))
  }

  @Test func jsonIsJSON() throws {
    let text = JSONReport.graph(Self.hostile, version: "1")
    let graph = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(graph?["formatVersion"] as? Int == 1)
    #expect((graph?["nodes"] as? [Any])?.count == 10)
  }

  @Test func everyFormatIsTheSameFromRunToRun() {
    let first = FixtureTests.analysis(of: "MissingLive")
    let second = FixtureTests.analysis(of: "MissingLive")
    #expect(JSONReport.findings(first, version: "1") == JSONReport.findings(second, version: "1"))
    #expect(
      JSONReport.graph(first.model, version: "1") == JSONReport.graph(second.model, version: "1"))
    #expect(HTMLDrawing.text(first.model) == HTMLDrawing.text(second.model))
    #expect(
      SARIFReport.text(first, isStrict: true, version: "1")
        == SARIFReport.text(second, isStrict: true, version: "1"))
  }

  @Test func whatNeedsStandsLeftOfWhatItNeeds() {
    let model = FixtureTests.analysis(of: "MissingLive").model.withoutTests
    let layout = Layout(model)
    let cyclic = Set<String>()
    for edge in model.edges where !cyclic.contains(edge.from) {
      guard let from = layout.boxes[edge.from], let to = layout.boxes[edge.to] else { continue }
      #expect(from.x + from.width <= to.x, "\(edge.from) → \(edge.to)")
    }
    #expect(layout.boxes.count == model.nodes.count)
  }

  @Test func noTwoBoxesOverlap() {
    for name in FixtureTests.names {
      let layout = Layout(FixtureTests.analysis(of: name).model)
      let boxes = layout.boxes.sorted { $0.key < $1.key }.map(\.value)
      for (index, first) in boxes.enumerated() {
        for second in boxes[(index + 1)...] {
          let isApart =
            first.x + first.width <= second.x || second.x + second.width <= first.x
            || first.y + first.height <= second.y || second.y + second.height <= first.y
          #expect(isApart)
        }
      }
    }
  }

  @Test func noLinePassesBehindABox() {
    for name in FixtureTests.names {
      let model = FixtureTests.analysis(of: name).model
      let layout = Layout(model)
      for edge in model.edges {
        guard let from = layout.boxes[edge.from], let to = layout.boxes[edge.to] else { continue }
        for passage in layout.way(from: from, to: to) {
          let isHidden = layout.boxes.values.contains { box in
            box.x < passage.x && passage.x < box.x + box.width
              && box.y < passage.y && passage.y < box.y + box.height
          }
          #expect(!isHidden)
        }
      }
    }
  }

  @Test func aLargeGraphHasTheShapeOfAScreen() {
    var model = DependencyModel()
    for module in 0..<12 {
      for number in 0..<25 {
        model.nodes.append(
          DependencyModel.Node(
            id: "\(module).\(number)", name: "Screen\(number)Model", kind: .feature,
            module: "Module\(module)", position: nil, isTest: false, isMissing: false, details: []))
      }
    }
    let layout = Layout(model)
    #expect(layout.boxes.count == 300)
    #expect((0.5...3).contains(layout.width / layout.height))
  }

  @Test func anEmptyGraphIsDrawn() {
    #expect(SVGDrawing.text(DependencyModel()).hasSuffix("</svg>\n"))
    #expect(HTMLDrawing.text(DependencyModel()).contains("</html>"))
    #expect(MermaidDrawing.text(DependencyModel()).hasPrefix("flowchart LR"))
  }

  @Test func gitHubAnnotationsAreOnOneLineEach() {
    let text = GitHubReport.text(FixtureTests.analysis(of: "StaticDependency"), isStrict: false)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.hasPrefix("::warning file=") && $0.contains(",line=") })
  }

  @Test func focusKeepsWhatReachesANameAndWhatItReaches() throws {
    let model = FixtureTests.analysis(of: "DependencyCycle").model
    let focused = try #require(model.focused(on: "top"))
    #expect(focused.nodes.contains { $0.name == "left" })
    #expect(!focused.nodes.contains { $0.name == "ping" })
    #expect(model.focused(on: "nothing") == nil)
  }

  @Test func explainShowsTheWaysToAName() throws {
    let model = FixtureTests.analysis(of: "MissingLive").model
    let text = try #require(Explanation.text("orphan", in: model))
    #expect(text.contains("it has no live value"))
    #expect(text.contains("App → Model → orphan"))
    #expect(Explanation.text("nothing", in: model) == nil)
  }

  @Test func aCommentSilencesOneFinding() {
    let analysis = FixtureTests.analysis(of: "UnregisteredService")
    #expect(!analysis.findings.contains { $0.message.contains("plug-in") })
    var options = AnalysisOptions()
    options.disabledRules = ["unregistered-service"]
    let path = FixtureTests.folder.appendingPathComponent("Fixtures/UnregisteredService").path
    let without = Analysis.run(paths: [path], options: options)
    #expect(!without.findings.contains { $0.rule == "unregistered-service" })
  }
}
