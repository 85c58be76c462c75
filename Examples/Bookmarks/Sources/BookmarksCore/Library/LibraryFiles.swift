import BookmarkFormat
import Dependencies
package import Foundation
import SQLite

/// What an import did.
package struct ImportSummary: Equatable, Sendable {
  /// Bookmarks that are new in the library.
  package var added: Int
  /// Bookmarks whose address was there already. They stay as they are, but for new tags.
  package var known: Int
  /// Those of the known ones that were given tags which they did not have.
  package var tagged: Int
  /// Entries without an address, and the saved searches of Firefox, which have one of their own kind.
  package var skipped: Int
  /// Folders that are new in the library.
  package var folders: Int

  package init(
    added: Int = 0, known: Int = 0, tagged: Int = 0, skipped: Int = 0, folders: Int = 0
  ) {
    self.added = added
    self.known = known
    self.tagged = tagged
    self.skipped = skipped
    self.folders = folders
  }
}

/// A bookmark file that was made.
package struct ExportedFile: Equatable, Sendable {
  package let data: Data
  package let bookmarks: Int
  package let folders: Int
}

// MARK: - Bookmark files

extension Library {
  /// Imports a bookmark file, in one transaction: an error leaves the library as it was.
  ///
  /// - Parameters:
  ///   - data: The file.
  ///   - progress: Is called with the part of the file that was read, from 0 to 100, each time that
  ///     it changes.
  /// - Throws: `BookmarkReader.NotABookmarkFile`, or `DatabaseError`.
  package func importFile(
    _ data: Data, progress: @Sendable (_ percent: Int) throws -> Void = { _ in }
  ) async throws -> ImportSummary {
    let reader = try BookmarkReader(data)
    let (now, uuid) = (now.wholeSecond, uuid)
    return try await database.write { connection in
      var reader = reader
      var summary = ImportSummary()
      var folders: [Int64] = [0]
      var percent = -1
      while let event = reader.next() {
        switch event {
        case .folder(let folder):
          let name = folder.name.singleLine.isEmpty ? "Unnamed" : folder.name.singleLine
          let parent = folders.last ?? 0
          if let known = try connection.folder(name, in: parent) {
            folders.append(known)
          } else {
            let added = folder.added ?? folder.modified ?? now
            folders.append(
              try connection.insertFolder(
                name, in: parent, added: added, modified: folder.modified ?? added))
            summary.folders += 1
          }
        case .endOfFolder:
          folders.removeLast()
        case .bookmark(let entry):
          guard let bookmark = Bookmark(entry, id: uuid(), now: now) else {
            summary.skipped += 1
            continue
          }
          if try connection.insert(bookmark, in: folders.last ?? 0) != nil {
            summary.added += 1
          } else {
            summary.known += 1
            if let position = try connection.position(of: bookmark.address),
              try connection.insertTags(bookmark.tags, at: position) > 0
            {
              summary.tagged += 1
            }
          }
        }
        let newPercent = reader.bytesRead * 100 / max(1, reader.totalBytes)
        if newPercent > percent {
          percent = newPercent
          try progress(percent)
        }
      }
      return summary
    }
  }

  /// Makes a bookmark file of the whole library.
  ///
  /// Imported into an empty library, it gives the same library again, save for the identifiers.
  package func exportFile() async throws -> ExportedFile {
    try await database.read { connection in
      var writer = BookmarkWriter()
      var file = writer.start
      var (bookmarks, folders) = (0, 0)
      // What is still to be written, the next of it last: a deep library needs no deep stack.
      var steps = [ExportStep.contents(folder: 0)]
      while let step = steps.popLast() {
        switch step {
        case .folder(let id, let folder):
          file += writer.write(.folder(folder))
          folders += 1
          steps += [.endOfFolder, .contents(folder: id)]
        case .endOfFolder:
          file += writer.write(.endOfFolder)
        case .contents(let folder):
          steps.append(.bookmarks(folder: folder))
          steps += try connection.folders(in: folder).reversed()
        case .bookmarks(let folder):
          for bookmark in try connection.bookmarks(where: "folder = ?", [.integer(folder)]) {
            file += writer.write(.bookmark(BookmarkEntry(bookmark)))
            bookmarks += 1
          }
        }
      }
      return ExportedFile(
        data: Data((file + writer.end).utf8), bookmarks: bookmarks, folders: folders)
    }
  }
}

private enum ExportStep {
  case folder(id: Int64, BookmarkFolder)
  case endOfFolder
  case contents(folder: Int64)
  case bookmarks(folder: Int64)
}

extension Connection {
  fileprivate func folders(in parent: Int64) throws -> [ExportStep] {
    try all(
      "SELECT id, name, added, modified FROM folder WHERE parent = ? ORDER BY id",
      [.integer(parent)]
    ) {
      .folder(
        id: $0.integer(0),
        BookmarkFolder(name: $0.text(1), added: $0.date(2), modified: $0.date(3)))
    }
  }
}

extension Bookmark {
  /// - Returns: `nil` if the entry has no address that can be kept.
  fileprivate init?(_ entry: BookmarkEntry, id: UUID, now: Date) {
    guard let address = Address(entry.address), !address.description.hasPrefix("place:") else {
      return nil
    }
    let title = entry.title.singleLine
    let added = entry.added ?? entry.modified ?? now
    self.init(
      id: id, address: address, title: title.isEmpty ? address.description : title,
      note: entry.note.singleLine, tags: entry.tags.uniqueTags, added: added,
      modified: entry.modified ?? added)
  }
}

extension BookmarkEntry {
  fileprivate init(_ bookmark: Bookmark) {
    self.init(
      address: bookmark.address.description, title: bookmark.title, tags: bookmark.tags,
      note: bookmark.note, added: bookmark.added, modified: bookmark.modified)
  }
}
