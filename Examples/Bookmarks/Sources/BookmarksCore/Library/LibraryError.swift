/// A request that the library cannot fulfil. Nothing in it was changed.
package enum LibraryError: Error, Equatable, CustomStringConvertible {
  case duplicate(Bookmark)
  case noBookmark(String)
  case ambiguous(String, count: Int)
  case noFolder(FolderPath)

  package var description: String {
    switch self {
    case .duplicate(let bookmark):
      "\(bookmark.address) is in the library already, as '\(bookmark.title)'"
    case .noBookmark(let reference):
      "there is no bookmark '\(reference)'; give its URL or the start of its identifier"
    case .ambiguous(let reference, let count):
      "'\(reference)' is the start of \(count) identifiers; give more of it, or the URL"
    case .noFolder(let folder):
      "there is no folder '\(folder)'"
    }
  }
}
