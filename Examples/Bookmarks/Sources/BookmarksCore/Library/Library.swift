import Dependencies
import Foundation
import SQLite

/// Somebody's bookmarks.
///
/// It keeps nothing itself: what it works with are the dependencies that were current when it was
/// made, so that a test or the demo gives it another database, another clock or another web.
package struct Library: Sendable {
  @Dependency(\.defaultDatabase) var database
  @Dependency(\.date.now) var now
  @Dependency(\.pageClient) var pageClient
  @Dependency(\.uuid) var uuid

  package init() {}

  /// Adds a bookmark.
  ///
  /// - Parameters:
  ///   - address: What it points to.
  ///   - title: Its title. Without one, it is fetched from the page.
  ///   - tags: Its tags.
  ///   - folder: The folder to put it in, which is made if there is none.
  ///   - note: A note on it.
  /// - Returns: The bookmark as it was stored.
  /// - Throws: ``LibraryError/duplicate(_:)`` if the address is there already, ``PageError`` if the
  ///   title cannot be fetched, or `DatabaseError`. Nothing was added then.
  @discardableResult
  package func add(
    _ address: Address, title: String? = nil, tags: [String] = [], folder: FolderPath = [],
    note: String = ""
  ) async throws -> Bookmark {
    try await database.read { connection in
      try connection.requireNo(address)
    }
    let shownTitle = if let title { title } else { try await fetchTitle(of: address) }
    let bookmark = Bookmark(
      id: uuid(), address: address, title: shownTitle.singleLine, note: note.singleLine,
      folder: folder,
      tags: tags.uniqueTags, added: now.wholeSecond, modified: now.wholeSecond)
    try await database.write { connection in
      // Somebody may have added it while its title was being fetched.
      try connection.requireNo(address)
      var parent: Int64 = 0
      for name in folder.names {
        parent =
          try connection.folder(name, in: parent)
          ?? connection.insertFolder(
            name, in: parent, added: bookmark.added, modified: bookmark.modified)
      }
      _ = try connection.insert(bookmark, in: parent)
    }
    return bookmark
  }

  /// The bookmarks that match a query, in the order in which they came into the library.
  ///
  /// - Throws: ``LibraryError/noFolder(_:)``, or `DatabaseError`.
  package func bookmarks(matching query: BookmarkQuery = BookmarkQuery()) async throws -> [Bookmark]
  {
    try await database.read { connection in
      var conditions = ["1"]
      var values: [DatabaseValue] = []
      for word in query.words.map(\.folded) {
        conditions.append(
          """
          (instr(folded, ?) OR EXISTS (
            SELECT 1 FROM tag WHERE bookmark = position AND instr(tag.folded, ?)))
          """)
        values += [.text(word), .text(word)]
      }
      for tag in query.tags {
        conditions.append(
          "EXISTS (SELECT 1 FROM tag WHERE bookmark = position AND tag.folded = ?)")
        values.append(.text(tag.folded))
      }
      if let folder = query.folder {
        conditions.append(
          """
          folder IN (
            WITH RECURSIVE inside (id) AS (
              VALUES (?) UNION ALL SELECT folder.id FROM folder JOIN inside ON parent = inside.id)
            SELECT id FROM inside)
          """)
        values.append(.integer(try connection.requireFolder(folder)))
      }
      if let date = query.addedBy {
        conditions.append("added <= ?")
        values.append(.date(date))
      }
      return try connection.bookmarks(where: conditions.joined(separator: " AND "), values)
    }
  }

  /// Gives a bookmark tags, and takes others away.
  ///
  /// - Parameters:
  ///   - reference: The bookmark's URL, or at least four characters of the start of its identifier.
  ///   - added: The tags that it is to have.
  ///   - removed: The tags that it is not to have.
  /// - Returns: The bookmark as it is now.
  /// - Throws: ``LibraryError``, or `DatabaseError`.
  @discardableResult
  package func tag(
    _ reference: String, adding added: [String], removing removed: [String] = []
  ) async throws -> Bookmark {
    let now = now
    return try await database.write { connection in
      let bookmark = try connection.requireBookmark(reference)
      guard let position = try connection.position(of: bookmark.address) else { return bookmark }
      for tag in removed.uniqueTags {
        try connection.execute(
          "DELETE FROM tag WHERE bookmark = ? AND folded = ?",
          [.integer(position), .text(tag.folded)])
      }
      try connection.insertTags(added.uniqueTags, at: position)
      try connection.execute(
        "UPDATE bookmark SET modified = ? WHERE position = ?", [.date(now), .integer(position)])
      return try connection.requireBookmark(bookmark.address.description)
    }
  }

  /// Removes bookmarks: all of them, or none if one is not there.
  ///
  /// - Parameter references: The URL of each, or the start of its identifier.
  /// - Returns: The bookmarks that were removed.
  /// - Throws: ``LibraryError``, or `DatabaseError`.
  @discardableResult
  package func remove(_ references: [String]) async throws -> [Bookmark] {
    try await database.write { connection in
      try references.map { reference in
        let bookmark = try connection.requireBookmark(reference)
        try connection.execute(
          "DELETE FROM bookmark WHERE id = ?", [.text(bookmark.id.uuidString)])
        return bookmark
      }
    }
  }

  private func fetchTitle(of address: Address) async throws -> String {
    guard let page = address.page else { throw PageError.notOnTheWeb(address.description) }
    let title = try await pageClient.title(page)?.singleLine ?? ""
    return title.isEmpty ? address.description : title
  }
}

extension Connection {
  fileprivate func requireNo(_ address: Address) throws {
    let same = try bookmarks(where: "address = ?", [.text(address.description)])
    if let bookmark = same.first { throw LibraryError.duplicate(bookmark) }
  }

  fileprivate func requireBookmark(_ reference: String) throws -> Bookmark {
    var found: [Bookmark] = []
    if let address = Address(reference) {
      found = try bookmarks(where: "address = ?", [.text(address.description)])
    } else if reference.wholeMatch(of: /[0-9A-Fa-f\-]{4,36}/) != nil {
      found = try bookmarks(where: "id GLOB ?", [.text(reference.uppercased() + "*")])
    }
    guard let bookmark = found.first else { throw LibraryError.noBookmark(reference) }
    guard found.count == 1 else { throw LibraryError.ambiguous(reference, count: found.count) }
    return bookmark
  }

  fileprivate func requireFolder(_ path: FolderPath) throws -> Int64 {
    var folder: Int64 = 0
    for name in path.names {
      guard let next = try self.folder(name, in: folder) else { throw LibraryError.noFolder(path) }
      folder = next
    }
    return folder
  }
}

extension Date {
  /// The date to the second, which is what the library and bookmark files keep.
  var wholeSecond: Date {
    Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down))
  }
}

extension [String] {
  /// The tags that are meant: split at commas, each once, in alphabetical order.
  var uniqueTags: [String] {
    var tags: [String: String] = [:]
    for tag in flatMap({ $0.split(separator: ",") }).map({ String($0).singleLine }) {
      if !tag.isEmpty, tags[tag.folded] == nil { tags[tag.folded] = tag }
    }
    return tags.sorted { $0.key < $1.key }.map(\.value)
  }
}
