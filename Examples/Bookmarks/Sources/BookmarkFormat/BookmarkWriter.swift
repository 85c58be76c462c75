import Foundation

/// Writes the bookmark file that browsers import, event by event.
///
/// ```swift
/// var writer = BookmarkWriter()
/// var file = writer.start
/// for event in events { file += writer.write(event) }
/// file += writer.end
/// ```
///
/// ``BookmarkReader`` reads the same events back, down to white space and the second of each date.
/// Two things have no place in the format: a date of exactly 1970-01-01T00:00:00Z, which stands for
/// an unknown one, and a comma in a tag.
package struct BookmarkWriter {
  private var depth = 1

  package init() {}

  package let start = """
    <!DOCTYPE NETSCAPE-Bookmark-file-1>
    <!-- This is an automatically generated file.
         It will be read and overwritten.
         DO NOT EDIT! -->
    <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
    <TITLE>Bookmarks</TITLE>
    <H1>Bookmarks</H1>
    <DL><p>

    """

  package let end = "</DL><p>\n"

  package mutating func write(_ event: BookmarkEvent) -> String {
    switch event {
    case .folder(let folder):
      let dates = dates(added: folder.added, modified: folder.modified)
      let name = HTMLText.escaped(folder.name, .collapsed)
      let text = "\(indentation)<DT><H3\(dates)>\(name)</H3>\n\(indentation)<DL><p>\n"
      depth += 1
      return text
    case .endOfFolder:
      depth -= 1
      return "\(indentation)</DL><p>\n"
    case .bookmark(let entry):
      return write(entry)
    }
  }

  private func write(_ entry: BookmarkEntry) -> String {
    var text = "\(indentation)<DT><A HREF=\"\(HTMLText.escaped(entry.address, .kept))\""
    text += dates(added: entry.added, modified: entry.modified)
    if !entry.tags.isEmpty {
      text += " TAGS=\"\(HTMLText.escaped(entry.tags.joined(separator: ","), .kept))\""
    }
    text += ">\(HTMLText.escaped(entry.title, .collapsed))</A>\n"
    if !entry.note.isEmpty {
      text += "\(indentation)<DD>\(HTMLText.escaped(entry.note, .collapsed))\n"
    }
    return text
  }

  private func dates(added: Date?, modified: Date?) -> String {
    [("ADD_DATE", added), ("LAST_MODIFIED", modified)].map { name, date in
      date.map { " \(name)=\"\(Int($0.timeIntervalSince1970.rounded(.down)))\"" } ?? ""
    }.joined()
  }

  /// Deeper folders are not indented further, or a deep file would consist of spaces.
  private var indentation: String {
    String(repeating: "    ", count: min(depth, 16))
  }
}
