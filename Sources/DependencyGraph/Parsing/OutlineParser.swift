/// Reads one file into facts.
///
/// The toolchain's SwiftParser makes a complete tree, at some ten thousand lines a second. The checker needs little of
/// it: declarations, calls with their closures, and the chains of names between them. This parser reads just that, in
/// one pass over the tokens; operators and their precedence mean nothing to it. Whatever looks wrong to it is only
/// `isSuspicious`: SwiftParser then decides whether the file is broken, and says how.
struct OutlineParser {
  /// What is true of the code that is being read.
  struct State {
    var entity = 0
    var type = -1
    var isEager = true
    var escape: Escape?
    var overrides = -1
    /// The override scope whose update closure this is, and the name of the closure's parameter.
    var updating = -1
    var updateName: UInt32 = 0
    /// The override scope that the attribute around this place fills.
    var traits = -1
    var closureDepth = 0
    var forbidsTrailingClosure = false
    var nesting = 0
    /// The first of the local variables that the code sees: a type inside a function sees none of the function's.
    var firstLocal = 0
  }

  struct Attribute {
    var nameStart: Int
    var nameEnd: Int
    /// The opening parenthesis of the arguments, or -1.
    var arguments: Int
  }

  struct Local {
    var hash: UInt32
    var read: Int
    var closureDepth: Int
  }

  static let nestingLimit = 1_000

  let file: SourceFile
  let tokens: [Token]
  var facts: FileFacts
  var state = State()
  var locals: [Local] = []
  var pathPrefix = ""
  var isSuspicious = false

  static func parse(_ file: SourceFile) -> (facts: FileFacts, isSuspicious: Bool, nesting: Int) {
    let lexed = Lexer.lex(file)
    var parser = OutlineParser(file: file, lexed: lexed)
    parser.run()
    var facts = parser.facts
    let lines = LineTable(file.bytes)
    facts.lineCount = lines.lineCount
    facts.regions = lexed.regions
    facts.errors = lexed.errors
    facts.ignores = lexed.ignores.map { (lines.position(of: $0.offset).line, $0.rules) }
    facts.lines = lines
    for index in facts.entities.indices {
      facts.entities[index].mentions.seal()
      facts.entities[index].deferredMentions.seal()
      facts.entities[index].memberMentions.seal()
      facts.entities[index].calls.seal()
    }
    return (facts, parser.isSuspicious, lexed.nesting)
  }

  private init(file: SourceFile, lexed: LexedSource) {
    self.file = file
    tokens = lexed.tokens
    facts = FileFacts(path: file.path)
  }

  private mutating func run() {
    state.entity = addEntity(.topLevel, name: "", at: 0)
    parseItems(from: 0, to: tokens.count - 1, in: .file)
  }

  // MARK: - Looking at tokens

  @inline(__always)
  func kind(_ index: Int) -> Token.Kind { index < tokens.count ? tokens[index].kind : .end }

  @inline(__always)
  func word(_ index: Int) -> Word { index < tokens.count ? tokens[index].word : .none }

  @inline(__always)
  func match(_ index: Int) -> Int { max(index, min(Int(tokens[index].payload), tokens.count - 1)) }

  func text(_ index: Int) -> String {
    let token = tokens[index]
    return file.text(token.start, token.end)
  }

  /// A name without the backticks around it.
  func name(_ index: Int) -> String {
    let token = tokens[index]
    if file.bytes[Int(token.start)] == UInt8(ascii: "`") {
      return file.text(token.start + 1, max(token.start + 1, token.end - 1))
    }
    return file.text(token.start, token.end)
  }

  func firstByte(_ index: Int) -> UInt8 {
    let start = Int(tokens[index].start)
    return start < file.bytes.count ? file.bytes[start] : 0
  }

  func isOperator(_ index: Int, _ character: Character) -> Bool {
    guard index < tokens.count, tokens[index].kind == .operation,
      tokens[index].end == tokens[index].start + 1
    else { return false }
    return firstByte(index) == character.asciiValue
  }

  func isCapitalized(_ index: Int) -> Bool {
    let byte = firstByte(index)
    return (byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z"))
      || (byte == UInt8(ascii: "_") && Int(tokens[index].start) + 1 < file.bytes.count
        && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(
          file.bytes[Int(tokens[index].start) + 1]))
  }

  /// The source of some tokens, with white space made uniform.
  func source(_ start: Int, _ end: Int) -> String {
    guard start < end else { return "" }
    var result = ""
    for index in start..<min(end, tokens.count) {
      let token = tokens[index]
      if index > start {
        let previous = tokens[index - 1]
        let isSpaced = token.start > previous.end
        let isAfterOpening = previous.isOpening || previous.kind == .at
        if previous.kind == .comma || (isSpaced && !isAfterOpening && !token.isClosing) {
          result += " "
        }
      }
      result += file.text(token.start, token.end)
    }
    return result
  }

  mutating func suspect(_: Int) {
    isSuspicious = true
  }

  // MARK: - Recording

  func place(_ index: Int) -> Place {
    Place(
      offset: tokens[index].start, entity: state.entity, isEager: state.isEager,
      escape: state.escape, overrides: state.overrides, isInUpdate: state.updating >= 0)
  }

  mutating func addEntity(
    _ kind: EntityFact.Kind, name: String, at index: Int, isStatic: Bool = false,
    access: AccessLevel = .internal, attributes: [AttributeFact] = []
  ) -> Int {
    facts.entities.append(
      EntityFact(
        kind: kind, name: name, type: state.type, isStatic: isStatic, isLazy: false,
        isConstant: false, hasInitializer: false, access: access, attributes: attributes,
        annotation: nil, offset: tokens[index].start, parent: state.entity))
    return facts.entities.count - 1
  }

  @inline(__always)
  mutating func mention(_ index: Int) {
    let hash = tokens[index].payload
    if state.isEager {
      facts.entities[state.entity].mentions.insert(hash)
    } else {
      facts.entities[state.entity].deferredMentions.insert(hash)
    }
    guard locals.count > state.firstLocal else { return }
    for local in locals[state.firstLocal...].reversed() where local.hash == hash {
      facts.reads[local.read].isUsed = true
      if state.isEager && local.closureDepth == state.closureDepth
        || state.isEager && facts.reads[local.read].place.isEager
      {
        facts.reads[local.read].isUsedEagerly = true
      }
      return
    }
  }

  /// Runs a part of the parser with the state and the local names put back afterwards.
  mutating func nested(_ body: (inout OutlineParser) -> Void) {
    let saved = state
    let localCount = locals.count
    state.nesting += 1
    if state.nesting <= Self.nestingLimit { body(&self) }
    state = saved
    locals.removeLast(locals.count - localCount)
  }
}
