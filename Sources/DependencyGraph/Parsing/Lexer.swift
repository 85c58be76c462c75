/// A part of a file that the compiler reads under a condition only.
struct ConditionalRegion: Sendable {
  var start: UInt32
  var end: UInt32
  var condition: String
}

/// A comment that silences rules, on its own line and on the next.
struct IgnoreComment: Sendable {
  var offset: UInt32
  var rules: [String]
}

/// Something wrong with the text of a file.
struct SyntaxError: Sendable {
  var offset: UInt32
  var message: String
}

/// What the lexer makes of a file.
struct LexedSource {
  var tokens: [Token] = []
  var regions: [ConditionalRegion] = []
  var ignores: [IgnoreComment] = []
  var errors: [SyntaxError] = []
  /// How many brackets are open at once where most are.
  var nesting = 0
}

/// Splits Swift source into tokens.
///
/// All branches of an `#if` are kept, one after the other, and the directives themselves are left out: the parser
/// reads every branch, and `regions` says which condition a place stands under. The code in a string's interpolations
/// follows the string's token, in brackets of its own kind.
struct Lexer {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var result = LexedSource()
  private var openings: [Int] = []
  private var conditions: [(start: UInt32, condition: String, earlier: [String])] = []
  private var lineStarted = true
  private var detached = true
  private let words = WordTable.shared

  static func lex(_ file: SourceFile) -> LexedSource {
    file.bytes.withUnsafeBufferPointer { buffer in
      var lexer = Lexer(buffer)
      lexer.run()
      return lexer.result
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    result.tokens.reserveCapacity(bytes.count / 4)
  }

  // MARK: - Driving

  private mutating func run() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if peek() == UInt8(ascii: "#"), peek(1) == UInt8(ascii: "!") { skipLine() }
    while lexToken(closingInterpolationAt: nil) {}
    for opening in openings {
      error(at: Int(result.tokens[opening].start), "this bracket is never closed")
      // Its partner is the end of the file, so that what it holds is read all the same.
      result.tokens[opening].payload = UInt32(result.tokens.count)
    }
    for condition in conditions {
      error(at: Int(condition.start), "'#if' without '#endif'")
      endRegion(condition, at: bytes.count)
    }
    let end = UInt32(bytes.count)
    result.tokens.append(
      Token(kind: .end, startsLine: true, isDetached: true, start: end, end: end))
  }

  @inline(__always)
  private func peek(_ offset: Int = 0) -> UInt8 {
    let index = position + offset
    return index < bytes.count ? bytes[index] : 0
  }

  private mutating func error(at offset: Int, _ message: String) {
    if result.errors.count < 50 {
      result.errors.append(SyntaxError(offset: UInt32(offset), message: message))
    }
  }

  @inline(__always)
  private mutating func append(
    _ kind: Token.Kind, from start: Int, word: Word = .none, payload: UInt32 = 0
  ) {
    result.tokens.append(
      Token(
        kind: kind, word: word, startsLine: lineStarted, isDetached: detached,
        start: UInt32(start), end: UInt32(position), payload: payload))
    lineStarted = false
    detached = false
  }

  /// Lexes one token. Returns false at the end of the file, or after the parenthesis that closes the interpolation.
  private mutating func lexToken(closingInterpolationAt depth: Int?) -> Bool {
    skipTrivia()
    guard position < bytes.count else { return false }
    let start = position
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), 0x80...0xFF:
      if byte >= 0x80, let length = unicodeOperatorLength(at: position) {
        position += length
        lexOperator(from: start)
      } else {
        lexIdentifier(from: start)
      }
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      lexNumber(from: start)
    case UInt8(ascii: "`"):
      lexQuotedIdentifier(from: start)
    case UInt8(ascii: "$"):
      position += 1
      let isParameter = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(peek())
      var hash = NameHash()
      while isIdentifierByte(peek()) {
        hash.add(bytes[position])
        position += 1
      }
      // A projected value counts as a use of the variable.
      append(.dollar, from: start, payload: isParameter ? 0 : hash.value)
    case UInt8(ascii: "\""):
      lexString(from: start, pounds: 0)
    case UInt8(ascii: "#"):
      lexPound(from: start)
    case UInt8(ascii: "("): open(.openParenthesis)
    case UInt8(ascii: "["): open(.openBracket)
    case UInt8(ascii: "{"): open(.openBrace)
    case UInt8(ascii: ")"):
      if let depth, openings.count == depth {
        return false
      }
      close(.closeParenthesis, .openParenthesis)
    case UInt8(ascii: "]"): close(.closeBracket, .openBracket)
    case UInt8(ascii: "}"): close(.closeBrace, .openBrace)
    case UInt8(ascii: ","): single(.comma)
    case UInt8(ascii: ";"): single(.semicolon)
    case UInt8(ascii: ":"): single(.colon)
    case UInt8(ascii: "@"): single(.at)
    case UInt8(ascii: "\\"): single(.backslash)
    case UInt8(ascii: "."):
      if peek(1) == UInt8(ascii: ".") {
        lexOperator(from: start)
      } else {
        single(.period)
      }
    case UInt8(ascii: "/"):
      if !lexRegex(from: start, pounds: 0) { lexOperator(from: start) }
    case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"),
      UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"),
      UInt8(ascii: "?"):
      lexOperator(from: start)
    default:
      if byte != 0 || position + 1 < bytes.count {
        error(at: position, "this character does not belong in Swift source")
      }
      position += 1
      detached = true
    }
    return true
  }

  // MARK: - Brackets

  private mutating func single(_ kind: Token.Kind) {
    let start = position
    position += 1
    append(kind, from: start)
    if kind == .comma || kind == .semicolon || kind == .colon { detached = true }
  }

  private mutating func open(_ kind: Token.Kind) {
    openings.append(result.tokens.count)
    result.nesting = max(result.nesting, openings.count)
    single(kind)
    detached = true
  }

  private mutating func close(_ kind: Token.Kind, _ opening: Token.Kind) {
    // A closing bracket of the wrong kind belongs to the nearest bracket of its own kind, if there is one: what was
    // opened in between was never closed.
    guard
      // Only the nearest ones are looked at, so that a file of nothing but wrong brackets costs no more than another.
      let match = openings.suffix(64).last(where: {
        let kind = result.tokens[$0].kind
        return kind == opening || kind == .openInterpolation
      }), result.tokens[match].kind == opening
    else {
      error(at: position, "this bracket was never opened")
      position += 1
      return
    }
    while let last = openings.popLast(), last != match {
      error(at: Int(result.tokens[last].start), "this bracket is never closed")
      result.tokens[last].payload = UInt32(result.tokens.count)
    }
    result.tokens[match].payload = UInt32(result.tokens.count)
    let start = position
    position += 1
    append(kind, from: start, payload: UInt32(match))
  }

  // MARK: - White space, comments, directives

  private mutating func skipTrivia() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x0A, 0x0D:
        position += 1
        lineStarted = true
        detached = true
      case 0x20, 0x09, 0x0B, 0x0C:
        position += 1
        detached = true
      case UInt8(ascii: "/"):
        if peek(1) == UInt8(ascii: "/") {
          let start = position
          skipLine()
          noteIgnore(start, position)
        } else if peek(1) == UInt8(ascii: "*") {
          skipBlockComment()
        } else {
          return
        }
      default:
        return
      }
    }
  }

  private mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
  }

  private mutating func skipBlockComment() {
    let start = position
    position += 2
    var depth = 1
    while depth > 0 {
      guard position < bytes.count else {
        error(at: start, "this comment is never closed")
        return
      }
      switch bytes[position] {
      case UInt8(ascii: "*") where peek(1) == UInt8(ascii: "/"):
        depth -= 1
        position += 2
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
        depth += 1
        position += 2
      case 0x0A, 0x0D:
        lineStarted = true
        position += 1
      default:
        position += 1
      }
    }
    detached = true
    noteIgnore(start, position)
  }

  private mutating func noteIgnore(_ start: Int, _ end: Int) {
    // Comments are many and this mark is rare, so its first letter is looked for before anything is allocated.
    var index = start + 2
    while index < end, bytes[index] == 0x20 || bytes[index] == UInt8(ascii: "/") { index += 1 }
    let mark = "graft:ignore"
    guard index + mark.utf8.count <= end,
      bytes[index..<(index + mark.utf8.count)].elementsEqual(mark.utf8)
    else { return }
    var text = String(decoding: bytes[(index + mark.utf8.count)..<end], as: UTF8.self)
    if text.hasSuffix("*/") { text.removeLast(2) }
    // What follows a dash or a colon is the reason, for people.
    let rules = text.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
      .prefix { $0.first?.isLetter == true && $0.last != ":" }
    result.ignores.append(IgnoreComment(offset: UInt32(start), rules: Array(rules)))
  }

  private mutating func lexPound(from start: Int) {
    var pounds = 0
    while peek(pounds) == UInt8(ascii: "#") { pounds += 1 }
    if peek(pounds) == UInt8(ascii: "\"") {
      position += pounds
      lexString(from: start, pounds: pounds)
      return
    }
    if peek(pounds) == UInt8(ascii: "/") {
      position += pounds
      if lexRegex(from: start, pounds: pounds) { return }
      position = start
    }
    if pounds > 1 {
      // Passed over at once: to look at each in turn would look at all that follow it again.
      error(at: start, "this '#' stands alone")
      position += pounds - 1
    }
    var end = position + 1
    while end < bytes.count, isIdentifierByte(bytes[end]) { end += 1 }
    let name = bytes[(position + 1)..<end]
    if name.elementsEqual("if".utf8) {
      position = end
      let condition = lexCondition()
      conditions.append((UInt32(start), condition, []))
    } else if name.elementsEqual("elseif".utf8) {
      position = end
      let condition = lexCondition()
      nextBranch(at: start, condition: condition)
    } else if name.elementsEqual("else".utf8) {
      position = end
      nextBranch(at: start, condition: nil)
    } else if name.elementsEqual("endif".utf8) {
      position = end
      if let condition = conditions.popLast() {
        endRegion(condition, at: start)
      } else {
        error(at: start, "'#endif' without '#if'")
      }
    } else if name.isEmpty {
      error(at: start, "this '#' stands alone")
      position += 1
    } else {
      position = end
      append(.pound, from: start, payload: hash(start + 1, end))
    }
  }

  private mutating func lexCondition() -> String {
    let start = position
    skipLine()
    var text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let comment = text.range(of: "//") { text = String(text[..<comment.lowerBound]) }
    return text.trimmed
  }

  private mutating func nextBranch(at start: Int, condition: String?) {
    guard let last = conditions.popLast() else {
      error(at: start, "'#else' without '#if'")
      return
    }
    endRegion(last, at: start)
    // Of a long row of branches, the nearest say enough.
    let earlier = Array((last.earlier + [last.condition]).suffix(8))
    let text = condition ?? ""
    conditions.append((UInt32(start), text, earlier))
  }

  private mutating func endRegion(
    _ region: (start: UInt32, condition: String, earlier: [String]), at end: Int
  ) {
    let excluded = region.earlier.map { $0.isName ? "!\($0)" : "!(\($0))" }
    let parts = excluded + (region.condition.isEmpty ? [] : [region.condition])
    result.regions.append(
      ConditionalRegion(
        start: region.start, end: UInt32(end), condition: parts.joined(separator: " && ")))
  }

  // MARK: - Names and numbers

  @inline(__always)
  private func isIdentifierByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }

  private func hash(_ start: Int, _ end: Int) -> UInt32 {
    var hash = NameHash()
    for index in start..<end { hash.add(bytes[index]) }
    return hash.value
  }

  private mutating func lexIdentifier(from start: Int) {
    var hash = NameHash()
    while position < bytes.count, isIdentifierByte(bytes[position]) {
      hash.add(bytes[position])
      position += 1
    }
    let word = words.word(for: hash.value)
    if word != .none { recover(before: word) }
    append(.identifier, from: start, word: word, payload: hash.value)
  }

  /// A declaration that begins a line inside parentheses shows that these were never closed. What follows would be
  /// lost between them otherwise.
  private mutating func recover(before word: Word) {
    switch word {
    case .struct, .class, .enum, .extension, .protocol, .func: break
    default: return
    }
    guard let opening = openings.last,
      result.tokens[opening].kind == .openParenthesis
        || result.tokens[opening].kind == .openBracket,
      lineStarted || result.tokens.last?.word.isModifier == true,
      peek() == 0x20, isIdentifierByte(peek(1))
    else { return }
    while let last = openings.last,
      result.tokens[last].kind == .openParenthesis || result.tokens[last].kind == .openBracket
    {
      openings.removeLast()
      error(at: Int(result.tokens[last].start), "this bracket is never closed")
      // It ends before the modifiers of the declaration.
      var end = result.tokens.count
      while end > last + 1, result.tokens[end - 1].word.isModifier { end -= 1 }
      result.tokens[last].payload = UInt32(max(last, end - 1))
    }
  }

  private mutating func lexQuotedIdentifier(from start: Int) {
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "`"), bytes[position] != 0x0A {
      position += 1
    }
    let value = hash(start + 1, position)
    if peek() == UInt8(ascii: "`") {
      position += 1
    } else {
      error(at: start, "this name in backticks is never closed")
    }
    append(.identifier, from: start, payload: value)
  }

  private mutating func lexNumber(from start: Int) {
    let isHexadecimal = peek(1) == UInt8(ascii: "x")
    while position < bytes.count {
      let byte = bytes[position]
      if isIdentifierByte(byte) {
        position += 1
        let isExponent =
          isHexadecimal
          ? byte | 0x20 == UInt8(ascii: "p") : byte | 0x20 == UInt8(ascii: "e")
        if isExponent, peek() == UInt8(ascii: "-") || peek() == UInt8(ascii: "+") { position += 1 }
      } else if byte == UInt8(ascii: "."), isIdentifierByte(peek(1)),
        peek(1) < 0x3A || isHexadecimal, !isMemberIndex
      {
        position += 1
      } else {
        break
      }
    }
    append(.number, from: start)
  }

  /// Whether the number stands after a dot, as in `pair.0.1`, where the second dot is no decimal point.
  private var isMemberIndex: Bool { result.tokens.last?.kind == .period && !detached }

  // MARK: - Operators

  @inline(__always)
  private func isOperatorByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"),
      UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"),
      UInt8(ascii: "?"), UInt8(ascii: "/"):
      true
    default: false
    }
  }

  /// Operators outside ASCII, as far as they are not letters: the blocks from U+2190 on and a few before.
  private func unicodeOperatorLength(at index: Int) -> Int? {
    let first = bytes[index]
    if first == 0xC2, index + 1 < bytes.count {
      switch bytes[index + 1] {
      case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF: return 2
      default: return nil
      }
    }
    if first == 0xC3, index + 1 < bytes.count, bytes[index + 1] == 0x97 || bytes[index + 1] == 0xB7
    {
      return 2
    }
    if first == 0xE2, index + 2 < bytes.count {
      let second = bytes[index + 1]
      if second == 0x80, bytes[index + 2] >= 0x90 { return 3 }
      if (0x86...0x8F).contains(second), second != 0x86 || bytes[index + 2] >= 0x90 { return 3 }
      if (0x94...0x9D).contains(second) || (0x9F...0xAF).contains(second) { return 3 }
    }
    return nil
  }

  private mutating func lexOperator(from start: Int) {
    let dots = bytes[start] == UInt8(ascii: ".")
    let first = bytes[start]
    // Angle brackets stand alone, so that those of nested generic arguments can be matched.
    if first == UInt8(ascii: "<") || first == UInt8(ascii: ">") {
      position = start + 1
      if peek() == UInt8(ascii: "=") { position += 1 }
      append(.operation, from: start)
      return
    }
    if !detached, first == UInt8(ascii: "?") || first == UInt8(ascii: "!") {
      let second = peek(1)
      let isCoalescing = first == UInt8(ascii: "?") && second == first
      let isComparison = first == UInt8(ascii: "!") && second == UInt8(ascii: "=")
      if !isCoalescing, !isComparison {
        position = start + 1
        append(.operation, from: start)
        return
      }
    }
    while position < bytes.count {
      let byte = bytes[position]
      if isOperatorByte(byte) {
        if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") || peek(1) == UInt8(ascii: "*"),
          position > start
        {
          break
        }
        position += 1
      } else if dots, byte == UInt8(ascii: ".") {
        position += 1
      } else if byte >= 0x80, let length = unicodeOperatorLength(at: position) {
        position += length
      } else {
        break
      }
    }
    let length = position - start
    let second = length > 1 ? bytes[start + 1] : 0
    if length == 2, first == UInt8(ascii: "-"), second == UInt8(ascii: ">") {
      append(.arrow, from: start)
      detached = true
      return
    }
    if length == 1, first == UInt8(ascii: "=") {
      append(.equal, from: start)
      return
    }
    append(.operation, from: start)
  }

  // MARK: - Literals

  private mutating func lexRegex(from start: Int, pounds: Int) -> Bool {
    if pounds == 0 {
      guard detached, position + 1 < bytes.count else { return false }
      let next = bytes[position + 1]
      guard next != 0x20, next != 0x0A, next != UInt8(ascii: "/"), next != UInt8(ascii: "*"),
        next != UInt8(ascii: "=")
      else { return false }
      if let last = result.tokens.last {
        switch last.kind {
        case .identifier where last.word == .return || last.word == .in || last.word == .try: break
        case .identifier, .dollar, .number, .string, .closeParenthesis, .closeBracket, .closeBrace:
          if !lineStarted { return false }
        default: break
        }
      }
    }
    var index = position + 1
    var isClass = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if byte == 0x0A || byte == 0x0D, pounds == 0 { return false }
      if byte == UInt8(ascii: "["), !isClass { isClass = true }
      if byte == UInt8(ascii: "]") { isClass = false }
      if byte == UInt8(ascii: "/"), !isClass || pounds > 0 {
        var trailing = 0
        while trailing < pounds, index + 1 + trailing < bytes.count,
          bytes[index + 1 + trailing] == UInt8(ascii: "#")
        {
          trailing += 1
        }
        if trailing == pounds {
          position = index + 1 + pounds
          append(.regex, from: start)
          return true
        }
      }
      index += 1
    }
    return false
  }

  private mutating func lexString(from start: Int, pounds: Int) {
    let quote = UInt8(ascii: "\"")
    let isMultiline =
      peek() == quote && peek(1) == quote && peek(2) == quote
      && (pounds == 0 || closesRaw(at: position + 1, pounds: pounds, quotes: 1) == false)
    position += isMultiline ? 3 : 1
    let token = result.tokens.count
    append(.string, from: start)
    while true {
      guard position < bytes.count else {
        error(at: start, "this string is never closed")
        break
      }
      let byte = bytes[position]
      if byte == quote, closesRaw(at: position, pounds: pounds, quotes: isMultiline ? 3 : 1) {
        position += (isMultiline ? 3 : 1) + pounds
        break
      }
      if byte == 0x0A || byte == 0x0D {
        if !isMultiline {
          error(at: start, "this string does not end on its line")
          break
        }
        position += 1
        continue
      }
      guard byte == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      var escape = 1
      while escape <= pounds, peek(escape) == UInt8(ascii: "#") { escape += 1 }
      guard escape == pounds + 1 else {
        position += 1
        continue
      }
      if peek(escape) == UInt8(ascii: "(") {
        position += escape
        lexInterpolation()
      } else {
        position += escape
        if position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D {
          position += 1
        }
      }
    }
    result.tokens[token].end = UInt32(position)
    lineStarted = false
    detached = false
  }

  private func closesRaw(at index: Int, pounds: Int, quotes: Int) -> Bool {
    guard index + quotes + pounds <= bytes.count else { return false }
    for offset in 0..<quotes where bytes[index + offset] != UInt8(ascii: "\"") { return false }
    for offset in 0..<pounds where bytes[index + quotes + offset] != UInt8(ascii: "#") {
      return false
    }
    return true
  }

  private mutating func lexInterpolation() {
    guard openings.count < 2_000 else {
      // Deeper than any person writes: the text is skipped as text.
      position += 1
      return
    }
    let opening = result.tokens.count
    openings.append(opening)
    single(.openInterpolation)
    detached = true
    let depth = openings.count
    while lexToken(closingInterpolationAt: depth) {}
    // Brackets left open inside end with the interpolation.
    while openings.count > depth, let last = openings.popLast() {
      error(at: Int(result.tokens[last].start), "this bracket is never closed")
      result.tokens[last].payload = UInt32(result.tokens.count)
    }
    if openings.last == opening { openings.removeLast() }
    result.tokens[opening].payload = UInt32(result.tokens.count)
    guard position < bytes.count else { return }
    let start = position
    position += 1
    append(.closeInterpolation, from: start, payload: UInt32(opening))
  }
}

extension String {
  var trimmed: String {
    var view = Substring(self)
    while let first = view.first, first.isWhitespace { view.removeFirst() }
    while let last = view.last, last.isWhitespace { view.removeLast() }
    return String(view)
  }

  /// Whether this is one identifier, so that it needs no brackets where it is negated.
  var isName: Bool { allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }

  func range(of part: String) -> Range<String.Index>? { firstRange(of: part) }
}
