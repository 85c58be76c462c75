import CommandArguments
import Dependencies

struct SearchCommand: Command {
  static let guide = CommandGuide(
    "search", summary: "Search in titles, URLs, notes and tags", operands: "WORD...",
    options: ListCommand.guide.options,
    discussion: """
      All words must be there, in any order and as any part of a word. Upper and lower case and accents
      make no difference.
      """)

  private let words: [String]
  private let selection: Selection

  init(_ arguments: ParsedArguments) throws {
    words = arguments.operands.filter { !$0.isEmpty }
    guard !words.isEmpty else { throw UsageError("WORD is missing") }
    selection = Selection(arguments)
  }

  func run() async throws {
    @Dependency(\.console) var console
    let bookmarks = try await Library().bookmarks(matching: selection.query(words: words))
    for bookmark in bookmarks { try console.print(Entry(bookmark).description) }
    if bookmarks.isEmpty { try console.print("No bookmarks found.") }
  }
}
