import CommandArguments
import Dependencies

struct RemoveCommand: Command {
  static let guide = CommandGuide(
    "remove", summary: "Remove bookmarks", operands: "URL|ID...",
    discussion: """
      ID is the identifier that 'list' shows, or at least four characters of its start. If one of the
      bookmarks is not there, none is removed.
      """)

  private let references: [String]

  init(_ arguments: ParsedArguments) throws {
    references = arguments.operands
    guard !references.isEmpty else { throw UsageError("URL|ID is missing") }
  }

  func run() async throws {
    @Dependency(\.console) var console
    for bookmark in try await Library().remove(references) {
      try console.print("Removed '\(bookmark.title)'.")
    }
  }
}
