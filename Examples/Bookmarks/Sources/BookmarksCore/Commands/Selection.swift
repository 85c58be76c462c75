import CommandArguments
import Dependencies

/// The bookmarks that the options of `list` and `search` choose.
struct Selection: Sendable {
  private let tags: [String]
  private let folder: FolderPath?
  private let isHistoric: Bool

  init(_ arguments: ParsedArguments) {
    tags = arguments.values("tag")
    folder = arguments.value("folder").map { FolderPath(parsing: $0) }
    isHistoric = arguments.contains("as-of")
  }

  func query(words: [String] = []) -> BookmarkQuery {
    @Dependency(\.date.now) var now
    return BookmarkQuery(
      words: words, tags: tags, folder: folder, addedBy: isHistoric ? now : nil)
  }
}
