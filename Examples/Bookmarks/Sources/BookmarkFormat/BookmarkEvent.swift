package import Foundation

/// A step through a bookmark file, in the order in which the file is written.
///
/// A file is a sequence of these and no tree: folders can be nested a million deep, and neither
/// reading nor writing nor forgetting them takes a deep stack.
package enum BookmarkEvent: Equatable, Sendable {
  /// What follows, up to the matching ``endOfFolder``, is in this folder.
  case folder(BookmarkFolder)
  /// The innermost open folder ends.
  case endOfFolder
  /// A bookmark in the innermost open folder.
  case bookmark(BookmarkEntry)
}

/// A folder as a bookmark file describes it.
package struct BookmarkFolder: Equatable, Sendable {
  package var name: String
  package var added: Date?
  package var modified: Date?

  package init(name: String, added: Date? = nil, modified: Date? = nil) {
    self.name = name
    self.added = added
    self.modified = modified
  }
}

/// A bookmark as a bookmark file describes it.
package struct BookmarkEntry: Equatable, Sendable {
  /// The address as it was written, which need not be a valid one. Empty if there was none.
  package var address: String
  package var title: String
  package var tags: [String]
  package var note: String
  package var added: Date?
  package var modified: Date?

  package init(
    address: String, title: String, tags: [String] = [], note: String = "", added: Date? = nil,
    modified: Date? = nil
  ) {
    self.address = address
    self.title = title
    self.tags = tags
    self.note = note
    self.added = added
    self.modified = modified
  }
}
