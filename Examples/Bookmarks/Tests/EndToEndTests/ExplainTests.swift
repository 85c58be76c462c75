import BookmarksTestSupport
import Foundation
import Testing

@Suite("Explaining")
struct ExplainTests {
  @Test("--explain says where each dependency comes from, runs nothing and touches no library")
  func explain() async throws {
    try await withTemporaryFolder { folder in
      let tool = Tool(folder: folder)
      let lines = try await lines(of: tool.run("add", "https://a.example", "--explain"))
      #expect(
        try comes(lines, "defaultDatabase: Database") == "prepared at bookmarks/Bookmarks.swift")
      #expect(lines.contains("  shadowed: default of the live context"))
      for name in ["console: Console", "date: DateGenerator", "pageClient: PageClient"] {
        #expect(try comes(lines, name).hasPrefix("default of the live context"))
      }
      #expect(!FileManager.default.fileExists(atPath: tool.folder + "/bookmarks"))
    }
  }

  @Test("With --as-of, the date is prepared")
  func asOf() async throws {
    try await withTemporaryFolder { folder in
      let lines = try await lines(
        of: Tool(folder: folder).run("--explain", "--as-of", "2024-05-01"))
      #expect(try comes(lines, "date: DateGenerator") == "prepared at bookmarks/Bookmarks.swift")
    }
  }

  private func lines(of result: Tool.Result) throws -> [String] {
    #expect(result.status == 0)
    #expect(result.error == "")
    return result.output.split(separator: "\n").map(String.init)
  }

  /// Where a dependency comes from: the line under its name, without the number.
  private func comes(_ lines: [String], _ name: String) throws -> String {
    let index = try #require(lines.firstIndex(of: name))
    let line = try #require(lines.dropFirst(index + 1).first)
    let text = line.drop { $0 == " " }
    return String(text.split(separator: ".swift:").first.map { "\($0)" } ?? "")
      + (text.contains(".swift:") ? ".swift" : "")
  }
}
