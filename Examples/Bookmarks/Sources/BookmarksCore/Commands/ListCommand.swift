import CommandArguments
import Dependencies

struct ListCommand: Command {
  static let guide = CommandGuide(
    "list", summary: "List the bookmarks",
    options: [
      CommandOption("tag", value: "TAG", help: "Only those with this tag; may be repeated"),
      CommandOption("folder", value: "PATH", help: "Only those in this folder and inside it"),
    ],
    discussion: """
      Ages are counted from now. With --as-of they are counted from that day, and what was added
      later is left out.
      """)

  private let selection: Selection

  init(_ arguments: ParsedArguments) throws {
    try arguments.requireNoOperands()
    selection = Selection(arguments)
  }

  func run() async throws {
    @Dependency(\.console) var console
    let bookmarks = try await Library().bookmarks(matching: selection.query())
    for bookmark in bookmarks { try console.print(Entry(bookmark).description) }
    if bookmarks.isEmpty { try console.print("No bookmarks.") }
  }
}
