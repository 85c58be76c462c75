package import Foundation

/// An address that somebody wants to find again.
package struct Bookmark: Equatable, Identifiable, Sendable {
  package let id: UUID
  package let address: Address
  package var title: String
  package var note: String
  package var folder: FolderPath
  /// In alphabetical order.
  package var tags: [String]
  package var added: Date
  package var modified: Date

  package init(
    id: UUID, address: Address, title: String, note: String = "", folder: FolderPath = [],
    tags: [String] = [], added: Date, modified: Date
  ) {
    self.id = id
    self.address = address
    self.title = title
    self.note = note
    self.folder = folder
    self.tags = tags
    self.added = added
    self.modified = modified
  }
}
