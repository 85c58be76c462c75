import Dependencies
import Foundation

/// A bookmark as `list` and `search` show it.
struct Entry: CustomStringConvertible {
  @Dependency(\.date.now) private var now
  @Dependency(\.timeZone) private var timeZone

  private let bookmark: Bookmark

  init(_ bookmark: Bookmark) {
    self.bookmark = bookmark
  }

  var description: String {
    let style = Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()
    let details = [
      bookmark.folder.description,
      bookmark.tags.map { "#\($0)" }.joined(separator: " "),
      "added \(bookmark.added.formatted(style)) (\(Age(from: bookmark.added, to: now)))",
      String(bookmark.id.uuidString.prefix(8)),
    ]
    return """
      \(bookmark.title)
        \(bookmark.address)
      \(bookmark.note.isEmpty ? "" : "  \(bookmark.note)\n")\
        \(details.filter { !$0.isEmpty }.joined(separator: "  "))
      """
  }
}
