/// Splits HTML into tags and text, in one pass and without a stack.
///
/// Whatever the bytes are, there is a token for them; markup that no browser would accept is read as
/// a person would read it.
struct HTMLTokenizer {
  enum Token {
    case text(Range<Int>)
    case start(HTMLTag)
    case end(name: String)
    case doctype(Range<Int>)
  }

  let bytes: [UInt8]
  private(set) var position = 0
  /// The element whose content is text up to its end tag, and whose start tag was the latest token.
  private var rawElement: String?
  private var closesComments = true

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> Token? {
    if let element = rawElement {
      rawElement = nil
      let start = position
      position = endOfRawText(element)
      if start < position { return .text(start..<position) }
    }
    while position < bytes.count {
      guard bytes[position] == .lessThan, let token = markup() else { return text() }
      if let token = token { return token }
    }
    return nil
  }

  private mutating func text() -> Token {
    let start = position
    // The byte at `start` belongs to the text even if it is a "<": no markup begins there.
    position = firstIndex(of: .lessThan, from: start + 1) ?? bytes.count
    return .text(start..<position)
  }

  /// Reads what begins with the "<" at `position`: a token, `.some(nil)` for markup that says
  /// nothing, or `nil` if no markup begins there.
  private mutating func markup() -> Token?? {
    guard position + 1 < bytes.count else { return nil }
    switch bytes[position + 1] {
    case .exclamation, .question:
      return declaration()
    case .slash:
      guard position + 2 < bytes.count, bytes[position + 2].isLetter else { return nil }
      let name = tagName(at: position + 2)
      position = firstIndex(of: .greaterThan, from: position).map { $0 + 1 } ?? bytes.count
      return .end(name: name)
    case let byte where byte.isLetter:
      return .start(startTag())
    default:
      return nil
    }
  }

  private mutating func declaration() -> Token?? {
    let start = position
    if bytes[start...].starts(with: "<!--".utf8), closesComments {
      if let end = firstIndex(of: "-->", from: start + 4) {
        position = end + 3
        return .some(nil)
      }
      closesComments = false
    }
    position = firstIndex(of: .greaterThan, from: start).map { $0 + 1 } ?? bytes.count
    let declaration = start..<position
    return hasPrefix("<!doctype", at: start) ? .doctype(declaration) : .some(nil)
  }

  private mutating func startTag() -> HTMLTag {
    var tag = HTMLTag(name: tagName(at: position + 1))
    position += 1 + tag.name.utf8.count
    while true {
      skip { $0.isSpace || $0 == .slash }
      guard position < bytes.count else { break }
      if bytes[position] == .greaterThan {
        position += 1
        break
      }
      // A new tag begins before this one ended: its ">" was forgotten.
      if bytes[position] == .lessThan { break }
      tag.attributes.append(attribute())
    }
    if HTMLTag.rawElements.contains(tag.name) { rawElement = tag.name }
    return tag
  }

  private mutating func attribute() -> HTMLTag.Attribute {
    let start = position
    // A name can begin with "=", so that each attribute takes one byte at least.
    position += 1
    skip { !$0.isSpace && $0 != .slash && $0 != .greaterThan && $0 != .equals && $0 != .lessThan }
    let name = lowercased(start..<position)
    let end = position
    skip { $0.isSpace }
    guard position < bytes.count, bytes[position] == .equals else {
      position = end
      return HTMLTag.Attribute(name: name, value: end..<end)
    }
    position += 1
    skip { $0.isSpace }
    guard position < bytes.count else {
      return HTMLTag.Attribute(name: name, value: position..<position)
    }
    let quote = bytes[position]
    guard quote == .doubleQuote || quote == .singleQuote else {
      let start = position
      skip { !$0.isSpace && $0 != .greaterThan }
      return HTMLTag.Attribute(name: name, value: start..<position)
    }
    position += 1
    return HTMLTag.Attribute(name: name, value: quotedValue(quote))
  }

  /// Reads a value up to its closing quote.
  ///
  /// If a line that begins with "<" comes first, the quote was forgotten, and the value must not
  /// swallow the bookmarks that follow: it ends with its tag, or at the end of its line.
  private mutating func quotedValue(_ quote: UInt8) -> Range<Int> {
    let start = position
    var index = start
    var atStartOfLine = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote {
        position = index + 1
        return start..<index
      }
      if byte == .lessThan, atStartOfLine { break }
      if byte == .newline {
        atStartOfLine = true
      } else if !byte.isSpace {
        atStartOfLine = false
      }
      index += 1
    }
    skip { $0 != .greaterThan && $0 != .newline }
    return start..<position
  }

  private func endOfRawText(_ element: String) -> Int {
    var index = position
    while let candidate = firstIndex(of: .lessThan, from: index) {
      if hasPrefix("</" + element, at: candidate) { return candidate }
      index = candidate + 1
    }
    return bytes.count
  }

  private func tagName(at start: Int) -> String {
    var end = start
    while end < bytes.count, !bytes[end].isSpace, bytes[end] != .slash, bytes[end] != .greaterThan,
      bytes[end] != .lessThan
    {
      end += 1
    }
    return lowercased(start..<end)
  }

  private func lowercased(_ range: Range<Int>) -> String {
    String(decoding: bytes[range].lazy.map(\.lowercased), as: UTF8.self)
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while position < bytes.count, condition(bytes[position]) { position += 1 }
  }

  private func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == byte { return index }
      index += 1
    }
    return nil
  }

  private func firstIndex(of text: String, from start: Int) -> Int? {
    let pattern = Array(text.utf8)
    var index = start
    while index + pattern.count <= bytes.count {
      if bytes[index] == pattern[0], bytes[index...].starts(with: pattern) { return index }
      index += 1
    }
    return nil
  }

  private func hasPrefix(_ prefix: String, at start: Int) -> Bool {
    bytes[start...].lazy.map(\.lowercased).starts(with: prefix.utf8)
  }
}
