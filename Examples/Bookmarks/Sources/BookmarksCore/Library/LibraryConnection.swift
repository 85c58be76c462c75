import Foundation
package import SQLite

extension Database {
  /// The database of a library.
  ///
  /// Making it touches no file; see ``Database``.
  package static func library(
    at location: Location, busyTimeout: Duration = .seconds(2)
  ) -> Database {
    Database(
      at: location,
      migrations: [
        """
        CREATE TABLE folder (
          id INTEGER PRIMARY KEY, parent INTEGER REFERENCES folder, name TEXT NOT NULL,
          added INTEGER NOT NULL, modified INTEGER NOT NULL, UNIQUE (parent, name))
        """,
        // The folder that all others are in, so that (parent, name) is unique at the top too.
        "INSERT INTO folder VALUES (0, NULL, '', 0, 0)",
        """
        CREATE TABLE bookmark (
          position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
          address TEXT NOT NULL UNIQUE, title TEXT NOT NULL, note TEXT NOT NULL,
          folder INTEGER NOT NULL REFERENCES folder, added INTEGER NOT NULL,
          modified INTEGER NOT NULL, folded TEXT NOT NULL)
        """,
        "CREATE INDEX bookmark_folder ON bookmark (folder)",
        """
        CREATE TABLE tag (
          bookmark INTEGER NOT NULL REFERENCES bookmark ON DELETE CASCADE, name TEXT NOT NULL,
          folded TEXT NOT NULL, PRIMARY KEY (bookmark, folded)) WITHOUT ROWID
        """,
        "CREATE INDEX tag_folded ON tag (folded)",
      ],
      busyTimeout: busyTimeout)
  }
}

extension String {
  /// The text without case and accents, for comparing.
  var folded: String {
    folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}

extension DatabaseValue {
  static func date(_ date: Date) -> DatabaseValue {
    .integer(Int64(date.timeIntervalSince1970.rounded(.down)))
  }
}

extension Row {
  func date(_ column: Int32) -> Date {
    Date(timeIntervalSince1970: TimeInterval(integer(column)))
  }
}

/// What the library writes and reads, in SQL.
extension Connection {
  /// - Returns: The position of the new bookmark, or `nil` if its address is there already.
  func insert(_ bookmark: Bookmark, in folder: Int64) throws -> Int64? {
    try execute(
      """
      INSERT INTO bookmark (id, address, title, note, folder, added, modified, folded)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (address) DO NOTHING
      """,
      [
        .text(bookmark.id.uuidString), .text(bookmark.address.description), .text(bookmark.title),
        .text(bookmark.note), .integer(folder), .date(bookmark.added), .date(bookmark.modified),
        .text("\(bookmark.title)\n\(bookmark.address)\n\(bookmark.note)".folded),
      ])
    guard changes == 1 else { return nil }
    let position = lastInsertedID
    try insertTags(bookmark.tags, at: position)
    return position
  }

  /// - Returns: How many of the tags the bookmark did not have.
  @discardableResult
  func insertTags(_ tags: [String], at position: Int64) throws -> Int {
    var inserted = 0
    for tag in tags {
      try execute(
        "INSERT INTO tag VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [.integer(position), .text(tag), .text(tag.folded)])
      inserted += changes
    }
    return inserted
  }

  func position(of address: Address) throws -> Int64? {
    try first("SELECT position FROM bookmark WHERE address = ?", [.text(address.description)]) {
      $0.integer(0)
    }
  }

  func folder(_ name: String, in parent: Int64) throws -> Int64? {
    try first(
      "SELECT id FROM folder WHERE parent = ? AND name = ?", [.integer(parent), .text(name)]
    ) { $0.integer(0) }
  }

  func insertFolder(
    _ name: String, in parent: Int64, added: Date, modified: Date
  ) throws -> Int64 {
    try execute(
      "INSERT INTO folder (parent, name, added, modified) VALUES (?, ?, ?, ?)",
      [.integer(parent), .text(name), .date(added), .date(modified)])
    return lastInsertedID
  }

  /// The bookmarks for which `condition`, a piece of SQL, holds.
  func bookmarks(where condition: String, _ values: [DatabaseValue]) throws -> [Bookmark] {
    let rows = try all(
      """
      SELECT id, address, title, note, folder, added, modified,
        (SELECT group_concat(name) FROM (
          SELECT name FROM tag WHERE bookmark = position ORDER BY folded))
      FROM bookmark WHERE \(condition) ORDER BY position
      """, values
    ) { row in
      (
        id: UUID(uuidString: row.text(0)), address: Address(row.text(1)), title: row.text(2),
        note: row.text(3), folder: row.integer(4), added: row.date(5), modified: row.date(6),
        tags: row.text(7).split(separator: ",").map(String.init)
      )
    }
    var paths: [Int64: FolderPath] = [:]
    return try rows.compactMap { row in
      guard let id = row.id, let address = row.address else { return nil }
      let path = try paths[row.folder] ?? self.path(of: row.folder)
      paths[row.folder] = path
      return Bookmark(
        id: id, address: address, title: row.title, note: row.note, folder: path, tags: row.tags,
        added: row.added, modified: row.modified)
    }
  }

  /// The way to a folder. Of one that is very deep, "…" and the innermost names: files can nest
  /// folders without end, and nobody reads that far.
  private func path(of folder: Int64) throws -> FolderPath {
    let limit = 32
    var names: [String] = []
    var current = folder
    while current != 0 {
      if names.count == limit {
        names.append("…")
        break
      }
      let parent = try first(
        "SELECT name, parent FROM folder WHERE id = ?", [.integer(current)]
      ) { (name: $0.text(0), id: $0.integer(1)) }
      guard let parent else { break }
      names.append(parent.name)
      current = parent.id
    }
    return FolderPath(names: names.reversed())
  }
}
