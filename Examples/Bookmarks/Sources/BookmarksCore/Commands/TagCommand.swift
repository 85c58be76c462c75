import CommandArguments
import Dependencies

struct TagCommand: Command {
  static let guide = CommandGuide(
    "tag", summary: "Give a bookmark tags, or take them away", operands: "URL|ID [TAG...]",
    options: [
      CommandOption("remove", value: "TAG", help: "A tag to take away; may be given several times")
    ],
    discussion: "ID is the identifier that 'list' shows, or at least four characters of its start.")

  private let reference: String
  private let added: [String]
  private let removed: [String]

  init(_ arguments: ParsedArguments) throws {
    guard let reference = arguments.operands.first else { throw UsageError("URL|ID is missing") }
    self.reference = reference
    added = Array(arguments.operands.dropFirst())
    removed = arguments.values("remove")
    guard !added.isEmpty || !removed.isEmpty else { throw UsageError("TAG is missing") }
  }

  func run() async throws {
    @Dependency(\.console) var console
    let bookmark = try await Library().tag(reference, adding: added, removing: removed)
    let tags =
      bookmark.tags.isEmpty ? "no tags" : bookmark.tags.map { "#\($0)" }.joined(separator: " ")
    try console.print("'\(bookmark.title)' has \(tags).")
  }
}
