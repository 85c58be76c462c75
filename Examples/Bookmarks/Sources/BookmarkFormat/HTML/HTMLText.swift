/// Text that is put together from pieces of an HTML file, its character references resolved.
struct HTMLText {
  /// What becomes of white space that the file does not write as a reference.
  enum WhiteSpace {
    /// It stays as it is, as in an attribute.
    case kept
    /// A run of it becomes one space, and none is left at the ends, as in a paragraph.
    case collapsed
  }

  private let whiteSpace: WhiteSpace
  private var utf8: [UInt8] = []
  private var hasPendingSpace = false

  init(_ whiteSpace: WhiteSpace) {
    self.whiteSpace = whiteSpace
  }

  var string: String {
    String(decoding: utf8, as: UTF8.self)
  }

  mutating func append(_ range: Range<Int>, of bytes: [UInt8]) {
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == .ampersand,
        let (scalars, end) = CharacterReference.resolve(at: index, in: bytes[..<range.upperBound])
      {
        flushSpace()
        utf8.append(contentsOf: scalars.utf8)
        index = end
        continue
      }
      if whiteSpace == .collapsed, byte.isSpace {
        appendSpace()
      } else {
        flushSpace()
        utf8.append(byte)
      }
      index += 1
    }
  }

  /// Separates what previous from what was there, as a line break does.
  mutating func appendSpace() {
    hasPendingSpace = !utf8.isEmpty
  }

  private mutating func flushSpace() {
    if hasPendingSpace { utf8.append(.space) }
    hasPendingSpace = false
  }

  /// Writes text so that ``append(_:of:)`` reads the very same text back, white space included.
  static func escaped(_ text: String, _ whiteSpace: WhiteSpace) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var previous = UInt8.space
    let utf8 = Array(text.utf8)
    for (index, byte) in utf8.enumerated() {
      switch byte {
      case .ampersand: result.append(contentsOf: "&amp;".utf8)
      case .lessThan: result.append(contentsOf: "&lt;".utf8)
      case .greaterThan: result.append(contentsOf: "&gt;".utf8)
      case .doubleQuote: result.append(contentsOf: "&quot;".utf8)
      case .space where whiteSpace == .kept || (previous != .space && index < utf8.count - 1):
        result.append(byte)
      case _ where byte.isSpace: result.append(contentsOf: "&#\(byte);".utf8)
      default: result.append(byte)
      }
      previous = byte
    }
    return String(decoding: result, as: UTF8.self)
  }
}
