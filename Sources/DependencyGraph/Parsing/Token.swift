/// A word that the parser treats specially.
enum Word: UInt8, CaseIterable {
  case none
  // Declarations.
  case `import`, `struct`, `class`, `enum`, `protocol`, `extension`, `actor`, `func`, `var`, `let`
  case `init`, `deinit`, `subscript`, `typealias`, `associatedtype`, `operator`, `precedencegroup`
  case macro, `case`
  // Modifiers.
  case `public`, `private`, `fileprivate`, `internal`, package, open, `static`, final, lazy, weak
  case unowned, mutating, nonmutating, override, required, convenience, dynamic, indirect, optional
  case infix, prefix, postfix, nonisolated, isolated, borrowing, consuming, distributed, sending
  // Statements and expressions.
  case `if`, `guard`, `while`, `for`, `switch`, `catch`, `do`, `defer`, `repeat`, `else`, `return`
  case `throw`, `break`, `continue`, `fallthrough`, `default`, `in`, `where`, `as`, `is`, `try`
  case await, async, `throws`, `rethrows`, `self`, `super`, any, some, each, `inout`, get, set
  case willSet, didSet, `_modify`, `_read`, unsafeAddress, unsafeMutableAddress, discard, yield
  case then, copy, consume, unsafe, `nil`, `true`, `false`

  var text: String { String(describing: self) }

  /// A modifier that may stand before a declaration.
  var isModifier: Bool { rawValue >= Word.public.rawValue && rawValue <= Word.sending.rawValue }

  /// Words that begin a declaration wherever they stand at the start of an item.
  var beginsDeclaration: Bool {
    rawValue >= Word.import.rawValue && rawValue <= Word.macro.rawValue
  }

  /// Words that are reserved, so that they are never the name of something.
  var isReserved: Bool {
    switch self {
    case .none, .actor, .macro, .precedencegroup, .package, .open, .final, .lazy, .weak, .unowned,
      .mutating, .nonmutating, .override, .required, .convenience, .dynamic, .indirect, .optional,
      .infix, .prefix, .postfix, .nonisolated, .isolated, .borrowing, .consuming, .distributed,
      .sending, .await, .async, .any, .some, .each, .get, .set, .willSet, .didSet, ._modify, ._read,
      .unsafeAddress, .unsafeMutableAddress, .discard, .yield, .then, .copy, .consume, .unsafe,
      .self, .super, .`init`:
      false
    default: true
    }
  }
}

/// A piece of source text, 16 bytes wide.
struct Token {
  enum Kind: UInt8 {
    case identifier, dollar, pound, number, string, regex
    case openParenthesis, closeParenthesis, openBracket, closeBracket, openBrace, closeBrace
    case openInterpolation, closeInterpolation
    case comma, semicolon, colon, period, at, backslash, arrow, equal, operation, end
  }

  var kind: Kind
  var word: Word = .none
  /// Whether a line ends between the token before and this one.
  var startsLine = false
  /// Whether white space or an opening bracket stands before, so that an operator here is no postfix.
  var isDetached = false
  var start: UInt32
  var end: UInt32
  /// The hash of an identifier's text, or the index of a bracket's partner.
  var payload: UInt32 = 0

  var isOpening: Bool {
    switch kind {
    case .openParenthesis, .openBracket, .openBrace, .openInterpolation: true
    default: false
    }
  }

  var isClosing: Bool {
    switch kind {
    case .closeParenthesis, .closeBracket, .closeBrace, .closeInterpolation: true
    default: false
    }
  }
}

/// FNV-1a, by which identifiers are compared without making strings.
struct NameHash {
  private(set) var value: UInt32 = 2_166_136_261

  @inline(__always)
  mutating func add(_ byte: UInt8) {
    value = (value ^ UInt32(byte)) &* 16_777_619
  }

  static func of(_ text: some StringProtocol) -> UInt32 {
    var hash = NameHash()
    for byte in text.utf8 { hash.add(byte) }
    return hash.value
  }
}

/// Finds the `Word` of an identifier by the hash of its text.
struct WordTable: Sendable {
  static let shared = WordTable()

  private var slots: [(hash: UInt32, word: Word)] = Array(repeating: (0, .none), count: 512)

  private init() {
    for word in Word.allCases where word != .none {
      let hash = NameHash.of(word.text)
      var slot = Int(hash & 511)
      while slots[slot].word != .none { slot = (slot + 1) & 511 }
      slots[slot] = (hash, word)
    }
  }

  @inline(__always)
  func word(for hash: UInt32) -> Word {
    var slot = Int(hash & 511)
    while true {
      let entry = slots[slot]
      if entry.word == .none { return .none }
      if entry.hash == hash { return entry.word }
      slot = (slot + 1) & 511
    }
  }
}
