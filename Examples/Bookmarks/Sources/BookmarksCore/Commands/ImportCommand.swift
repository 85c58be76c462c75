import BookmarkFormat
import CommandArguments
import Dependencies
import Foundation

struct ImportCommand: Command {
  static let guide = CommandGuide(
    "import", summary: "Import a bookmark file that a browser exported", operands: "FILE",
    discussion: """
      FILE may be '-' for standard input. Bookmarks that are in the library already stay as they are,
      but are given the tags that they lack. An import that fails changes nothing.
      """)

  private let file: String

  init(_ arguments: ParsedArguments) throws {
    file = try arguments.operand("FILE")
  }

  func run() async throws {
    @Dependency(\.console) var console
    let data = try FileError.reading(file)
    let summary: ImportSummary
    do {
      summary = try await Library().importFile(data) { percent in
        if data.count > Self.longFile { try console.showProgress("Importing... \(percent)%") }
      }
    } catch is BookmarkReader.NotABookmarkFile {
      if data.count > Self.longFile { try console.showProgress("") }
      throw FileError.notABookmarkFile(file)
    } catch {
      if data.count > Self.longFile { try console.showProgress("") }
      throw error
    }
    if data.count > Self.longFile { try console.showProgress("") }
    try console.print(description(of: summary))
  }

  /// An import of a smaller file is over before anybody could read how far it is.
  private static let longFile = 100_000

  private func description(of summary: ImportSummary) -> String {
    var text = "Imported \(counted(summary.added, "bookmark"))"
    if summary.folders > 0 { text += " and \(counted(summary.folders, "folder"))" }
    if summary.known > 0 { text += "; \(summary.known) known already" }
    if summary.tagged > 0 { text += ", of which \(summary.tagged) got new tags" }
    if summary.skipped > 0 { text += "; \(summary.skipped) without an address left out" }
    return text + "."
  }
}

/// A number and what it counts.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
