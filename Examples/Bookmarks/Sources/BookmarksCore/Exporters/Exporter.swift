import Foundation

/// Makes a file of a whole library. The container has one for each ``ExportFormat``, under its name.
package protocol Exporter: Sendable {
  func export(_ library: Library) async throws -> ExportedFile
}

/// The kinds of files that a library can be exported to.
package enum ExportFormat: String, CaseIterable, Sendable {
  case html, json, csv
}

/// The file that browsers import.
struct HTMLExporter: Exporter {
  func export(_ library: Library) async throws -> ExportedFile {
    try await library.exportFile()
  }
}

/// An array with one object for each bookmark.
struct JSONExporter: Exporter {
  private struct Row: Encodable {
    let url, title, note: String
    let folder, tags: [String]
    let added, modified: Date
  }

  func export(_ library: Library) async throws -> ExportedFile {
    let bookmarks = try await library.bookmarks()
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var data = try encoder.encode(
      bookmarks.map {
        Row(
          url: $0.address.description, title: $0.title, note: $0.note, folder: $0.folder.names,
          tags: $0.tags, added: $0.added, modified: $0.modified)
      })
    data.append(contentsOf: "\n".utf8)
    return ExportedFile(data: data, listing: bookmarks)
  }
}

/// A table with one line for each bookmark, as RFC 4180 has it.
struct CSVExporter: Exporter {
  func export(_ library: Library) async throws -> ExportedFile {
    let bookmarks = try await library.bookmarks()
    var lines = [["url", "title", "note", "folder", "tags", "added", "modified"]]
    for bookmark in bookmarks {
      lines.append([
        bookmark.address.description, bookmark.title, bookmark.note, "\(bookmark.folder)",
        bookmark.tags.joined(separator: ","), bookmark.added.formatted(.iso8601),
        bookmark.modified.formatted(.iso8601),
      ])
    }
    let text = lines.map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
    return ExportedFile(data: Data(text.utf8), listing: bookmarks)
  }

  private func field(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
      return text
    }
    return "\"\(text.replacingOccurrences(of: "\"", with: "\"\""))\""
  }
}

extension ExportedFile {
  fileprivate init(data: Data, listing bookmarks: [Bookmark]) {
    self.init(
      data: data, bookmarks: bookmarks.count,
      folders: Set(bookmarks.map(\.folder.names)).subtracting([[]]).count)
  }
}
