package import Foundation

/// Reads the bookmark file that browsers export, the "Netscape bookmark file".
///
/// ```swift
/// for event in try BookmarkReader(data) { … }
/// ```
///
/// Each step reads no further than the next bookmark, in memory that does not grow with the file.
/// Markup is never an error: a tag that was not closed, a folder without its list, a quote that is
/// missing, a list that ends twice all become what a person would see in them, and every folder that
/// is opened is ended.
package struct BookmarkReader: Sequence, IteratorProtocol, Sendable {
  /// The bytes are something else than a bookmark file.
  package struct NotABookmarkFile: Error, Equatable {}

  /// How many bytes there are to read.
  package var totalBytes: Int { tokenizer.bytes.count }
  /// How many of them were read.
  package var bytesRead: Int { tokenizer.position }

  private var tokenizer: HTMLTokenizer
  /// The lists that are open, outermost first: whether each is a folder's.
  private var lists: [Bool] = []
  private var item: Item?
  private var text: (role: Role, text: HTMLText)?
  /// What was read and not yet handed out, never more than a few.
  private var events: [BookmarkEvent] = []

  /// The folder or bookmark that was begun, and to which what follows may belong.
  private enum Item: Sendable {
    case folder(BookmarkFolder)
    case bookmark(BookmarkEntry)
  }

  private enum Role: Sendable {
    case name
    case note
  }

  /// - Throws: ``NotABookmarkFile`` if there is neither the format's document type nor an item in a
  ///   definition list.
  package init(_ data: Data) throws(NotABookmarkFile) {
    tokenizer = HTMLTokenizer(TextEncoding.utf8(data))
    guard Self.isBookmarkFile(tokenizer) else { throw NotABookmarkFile() }
  }

  package mutating func next() -> BookmarkEvent? {
    while events.isEmpty {
      if let token = tokenizer.next() {
        read(token)
      } else if item != nil {
        finishItem()
      } else if let isFolder = lists.popLast() {
        if isFolder { events.append(.endOfFolder) }
      } else {
        return nil
      }
    }
    return events.removeFirst()
  }

  private static func isBookmarkFile(_ tokenizer: HTMLTokenizer) -> Bool {
    var tokenizer = tokenizer
    var isInList = false
    while let token = tokenizer.next() {
      switch token {
      case .doctype(let range):
        let type = String(decoding: tokenizer.bytes[range], as: UTF8.self)
        if type.lowercased().contains("netscape-bookmark-file") { return true }
      case .start(let tag) where tag.name == "dl":
        isInList = true
      case .start(let tag) where tag.name == "dt" && isInList:
        return true
      default:
        break
      }
    }
    return false
  }

  private mutating func read(_ token: HTMLTokenizer.Token) {
    switch token {
    case .text(let range):
      text?.text.append(range, of: tokenizer.bytes)
    case .start(let tag):
      start(tag)
    case .end(let name):
      end(name)
    case .doctype:
      break
    }
  }

  private mutating func start(_ tag: HTMLTag) {
    switch tag.name {
    case "a":
      finishItem()
      item = .bookmark(entry(tag))
      text = (.name, HTMLText(.collapsed))
    case "h2", "h3", "h4", "h5", "h6":
      finishItem()
      item = .folder(
        BookmarkFolder(name: "", added: date(tag, "add_date"), modified: date(tag, "last_modified"))
      )
      text = (.name, HTMLText(.collapsed))
    case "dd":
      finishText()
      text = (.note, HTMLText(.collapsed))
    case "dl":
      startList()
    case "dt", "hr":
      finishItem()
    default:
      // A line break in a note separates words; every other tag marks up the text that it is in.
      if tag.name == "br" { text?.text.appendSpace() }
    }
  }

  private mutating func end(_ name: String) {
    switch name {
    case "a", "h2", "h3", "h4", "h5", "h6":
      finishText()
    case "dd":
      finishItem()
    case "dl":
      finishItem()
      if lists.popLast() == true { events.append(.endOfFolder) }
    default:
      break
    }
  }

  private mutating func startList() {
    finishText()
    if case .folder(let folder) = item {
      item = nil
      events.append(.folder(folder))
      lists.append(true)
    } else {
      finishItem()
      lists.append(false)
    }
  }

  private mutating func finishText() {
    guard let (role, text) = text else { return }
    self.text = nil
    switch (role, item) {
    case (.name, .folder(var folder)):
      folder.name = text.string
      item = .folder(folder)
    case (.name, .bookmark(var entry)):
      entry.title = text.string
      item = .bookmark(entry)
    case (.note, .bookmark(var entry)):
      entry.note = text.string
      item = .bookmark(entry)
    case (.note, .folder), (_, nil):
      break
    }
  }

  private mutating func finishItem() {
    finishText()
    switch item {
    case .bookmark(let entry): events.append(.bookmark(entry))
    case .folder(let folder): events += [.folder(folder), .endOfFolder]
    case nil: break
    }
    item = nil
  }

  private func entry(_ tag: HTMLTag) -> BookmarkEntry {
    BookmarkEntry(
      address: string(tag, "href") ?? "",
      title: "",
      tags: (string(tag, "tags") ?? "").split(separator: ",").compactMap {
        let name = $0.trimmingCharacters(in: .whitespacesAndNewlines)
        return name.isEmpty ? nil : name
      },
      added: date(tag, "add_date"),
      modified: date(tag, "last_modified"))
  }

  private func string(_ tag: HTMLTag, _ attribute: String) -> String? {
    tag[attribute].map {
      var text = HTMLText(.kept)
      text.append($0, of: tokenizer.bytes)
      return text.string
    }
  }

  /// A date in seconds since 1970, or, as some programs write it, in milli- or microseconds.
  ///
  /// Zero is what browsers write when they do not know.
  private func date(_ tag: HTMLTag, _ attribute: String) -> Date? {
    guard let text = string(tag, attribute),
      var seconds = Double(text.trimmingCharacters(in: .whitespaces)), seconds.isFinite
    else { return nil }
    if seconds.magnitude >= 1e14 { seconds /= 1_000_000 }
    if seconds.magnitude >= 1e11 { seconds /= 1_000 }
    guard seconds != 0, seconds.magnitude < 1e11 else { return nil }
    return Date(timeIntervalSince1970: seconds.rounded(.down))
  }
}
