package import Foundation

/// What bookmarks must have in common to be shown.
package struct BookmarkQuery: Equatable, Sendable {
  /// Each is part of the title, the address, the note or a tag. Case and accents do not matter.
  package var words: [String]
  /// Each is one of the tags.
  package var tags: [String]
  /// They are in this folder or in one inside it.
  package var folder: FolderPath?
  /// They were in the library by then.
  package var addedBy: Date?

  package init(
    words: [String] = [], tags: [String] = [], folder: FolderPath? = nil, addedBy: Date? = nil
  ) {
    self.words = words
    self.tags = tags
    self.folder = folder
    self.addedBy = addedBy
  }
}
