import BookmarksCore
import Dependencies
import DependencyContainer
import Foundation
import SQLite
import Testing

@Suite("Exporters")
struct ExporterTests {
  @Test("Everything that the module registers can be made, and every format has its exporter")
  func wiring() throws {
    let container = container()
    try container.verify()
    for format in ExportFormat.allCases {
      _ = try container.require((any Exporter).self, name: format.rawValue)
    }
  }

  @Test("JSON and CSV have every bookmark, and a field that needs quotes has them")
  func formats() async throws {
    let json = try await export(["export", "--format", "json"])
    let rows = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(rows.count == 1)
    #expect(rows.first?["title"] as? String == "A, \"B\"")
    #expect(rows.first?["folder"] as? [String] == ["X", "Y"])
    #expect(rows.first?["added"] as? String == "2024-05-01T12:00:00Z")
    #expect(
      try await export(["export", "--format", "csv"]) == """
        url,title,note,folder,tags,added,modified\r
        https://a.example/,"A, ""B\""",,X/Y,"x,y",2024-05-01T12:00:00Z,2024-05-01T12:00:00Z\r

        """)
    #expect(try await export(["export"]) == export(["export", "--format", "html"]))
  }

  @Test("A test puts another exporter in place of one")
  func overriding() async throws {
    struct Stub: Exporter {
      func export(_ library: Library) async throws -> ExportedFile {
        throw CancellationError()
      }
    }
    await #expect(throws: CancellationError.self) {
      try await export(["export", "--format", "csv"]) {
        $0.container = $0.container.overriding {
          $0.register((any Exporter).self, name: "csv") { _ in Stub() }
        }
      }
    }
  }

  private func container() -> Container {
    let container = Container()
    Assembler(container: container).apply(assembly: BookmarksCoreAssembly())
    return container
  }

  private func export(
    _ arguments: [String], _ update: (inout DependencyValues) throws -> Void = { _ in }
  ) async throws -> String {
    let transcript = Transcript()
    let noon = try time("2024-05-01T12:00:00Z")
    try await withDependencies {
      $0.console = transcript.console(isTerminal: false)
      $0.container = container()
      $0.date.now = noon
      $0.defaultDatabase = .library(at: .memory)
      $0.uuid = .incrementing
      try update(&$0)
    } operation: {
      try await Library().add(
        "https://a.example/", title: "A, \"B\"", tags: ["x", "y"], folder: ["X", "Y"])
      try await Program(arguments).command.run()
    }
    return transcript.text
  }
}
