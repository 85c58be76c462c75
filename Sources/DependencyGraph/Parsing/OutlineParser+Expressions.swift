extension OutlineParser {
  // MARK: - Statements

  /// Reads what is no declaration: control flow, labels and expressions.
  mutating func parseStatement(at start: Int, to end: Int, in body: Body) -> Int {
    let token = tokens[start]
    switch token.kind {
    case .openBrace:
      // A closure that begins a statement, or a block that a broken header left behind.
      scanClosure(at: start, to: end, as: .deferred)
      return match(start) + 1
    case .colon, .comma:
      if body != .code { suspect(start) }
      return start + 1
    case .identifier:
      switch token.word {
      case .if, .while, .guard, .for, .switch, .catch:
        return parseControl(at: start, to: end)
      case .do, .defer, .repeat, .else:
        return parseBlock(after: start + 1, to: end)
      case .return, .throw, .break, .continue, .fallthrough, .yield, .discard, .then:
        if token.word == .yield || token.word == .discard || token.word == .then,
          start + 1 < end, kind(start + 1) != .identifier && kind(start + 1) != .operation
        {
          break
        }
        if start + 1 < end, !tokens[start + 1].startsLine, kind(start + 1) != .semicolon {
          let next = scanExpression(at: start + 1, to: end)
          return max(next, start + 1)
        }
        return start + 1
      case .case, .default:
        return parseLabel(at: start, to: end)
      case .in, .where, .as, .is:
        suspect(start)
        return start + 1
      default: break
      }
    default: break
    }
    let next = scanExpression(at: start, to: end)
    if next == start {
      suspect(start)
      return start + 1
    }
    if next < end, kind(next) == .colon, kind(start) == .identifier, next == start + 1 {
      return next + 1
    }
    return next
  }

  private mutating func parseLabel(at start: Int, to end: Int) -> Int {
    var index = start + 1
    while index < end, kind(index) != .colon {
      switch tokens[index].kind {
      case .comma:
        index += 1
      case .identifier
      where tokens[index].word == .let || tokens[index].word == .var || tokens[index].word == .where
        || tokens[index].word == .is || tokens[index].word == .as || tokens[index].word == .inout:
        if tokens[index].word == .is || tokens[index].word == .as {
          index = max(skipType(at: index + 1, to: end), index + 1)
        } else {
          index += 1
        }
      default:
        let next = scanExpression(at: index, to: end)
        if next == index {
          if tokens[index].startsLine { return index }
          index += 1
        } else {
          index = next
        }
      }
    }
    return min(index + 1, end)
  }

  private mutating func parseBlock(after start: Int, to end: Int) -> Int {
    var index = start
    // `do throws(Failure) {`
    if word(index) == .throws {
      index += 1
      if kind(index) == .openParenthesis, index < end { index = match(index) + 1 }
    }
    guard index < end, kind(index) == .openBrace else { return start }
    let close = min(match(index), end)
    let open = index
    nested {
      $0.state.forbidsTrailingClosure = false
      $0.parseItems(from: open + 1, to: close, in: .code)
    }
    return close + 1
  }

  /// Reads `if`, `guard`, `while`, `for`, `switch` and `catch` with their headers and first block.
  mutating func parseControl(at start: Int, to end: Int) -> Int {
    var index = start + 1
    let forbade = state.forbidsTrailingClosure
    state.forbidsTrailingClosure = true
    if index < end, kind(index) == .openBrace, word(start) != .catch { suspect(index) }
    while index < end, kind(index) != .openBrace {
      let token = tokens[index]
      switch token.kind {
      case .comma, .equal, .colon, .semicolon:
        index += 1
        continue
      case .identifier:
        switch token.word {
        case .let, .var, .case, .in, .where, .else, .inout, .try, .await, .is:
          index += 1
          continue
        default: break
        }
      default: break
      }
      let next = scanExpression(at: index, to: end)
      if next == index {
        if token.isClosing || token.kind == .end { break }
        index += 1
      } else {
        index = next
      }
    }
    state.forbidsTrailingClosure = forbade
    guard index < end else {
      suspect(start)
      return end
    }
    return parseBlock(after: index, to: end)
  }

  // MARK: - Expressions

  /// Reads an expression with all its operators, and returns the index after it.
  mutating func scanExpression(at start: Int, to end: Int) -> Int {
    var index = start
    var expectsOperand = true
    var ternaries = 0
    while index < end {
      let token = tokens[index]
      if !expectsOperand, token.startsLine, !continuesLine(at: index, to: end) { break }
      switch token.kind {
      case .comma, .semicolon, .closeParenthesis, .closeBracket, .closeBrace, .closeInterpolation,
        .end:
        if expectsOperand, index > start { suspect(index) }
        return index
      case .colon:
        guard ternaries > 0 else { return index }
        ternaries -= 1
        expectsOperand = true
        index += 1
      case .equal:
        if expectsOperand { suspect(index) }
        expectsOperand = true
        index += 1
      case .arrow:
        expectsOperand = true
        index += 1
      case .operation:
        if expectsOperand {
          // An operator may be passed as a value, as in `reduce(0, +)`.
          if index + 1 < end ? kind(index + 1) == .comma : true { expectsOperand = false }
          index += 1
        } else if isOperator(index, "?"), token.isDetached {
          ternaries += 1
          expectsOperand = true
          index += 1
        } else if !token.isDetached,
          index + 1 >= end || tokens[index + 1].isDetached || tokens[index + 1].isClosing
            || kind(index + 1) == .comma
        {
          index += 1
        } else {
          expectsOperand = true
          index += 1
        }
      case .at:
        // The attributes of a closure or a type.
        index += 2
        if kind(index) == .openParenthesis, index < end, !tokens[index].isDetached {
          index = match(index) + 1
        }
      case .openBrace:
        if !expectsOperand || state.forbidsTrailingClosure { return index }
        index = scanChain(at: index, to: end)
        expectsOperand = false
      case .identifier:
        switch token.word {
        case .try, .await, .unsafe, .copy, .consume, .each, .repeat, .any, .some, .borrowing,
          .inout, .discard:
          if isPrefixWord(index, end) {
            index += 1
            expectsOperand = true
            if token.word == .try, index < end, kind(index) == .operation, !tokens[index].isDetached
            {
              index += 1
            }
            continue
          }
        case .as, .is:
          index += 1
          if kind(index) == .operation, index < end, !tokens[index].isDetached { index += 1 }
          let next = skipType(at: index, to: end)
          if next == index { suspect(index) }
          index = next
          expectsOperand = false
          continue
        case .if, .switch:
          guard expectsOperand else { return index }
          index = parseControl(at: index, to: end)
          while index < end, word(index) == .else {
            index =
              word(index + 1) == .if
              ? parseControl(at: index + 1, to: end) : parseBlock(after: index + 1, to: end)
          }
          expectsOperand = false
          continue
        case .do where kind(index + 1) == .openBrace && expectsOperand:
          index = parseBlock(after: index + 1, to: end)
          while index < end, word(index) == .catch { index = parseControl(at: index, to: end) }
          expectsOperand = false
          continue
        case .let, .var:
          // A pattern: `case .some(let value)`.
          index += 1
          expectsOperand = true
          continue
        case .async, .throws, .rethrows:
          // A function type written as an expression.
          if !expectsOperand {
            index += 1
            continue
          }
        case .in, .where, .else, .catch, .case, .default, .while, .for, .guard, .return, .func,
          .struct, .class, .enum, .extension, .protocol, .import, .typealias, .defer, .throw,
          .break, .continue:
          if expectsOperand, index > start { suspect(index) }
          return index
        default: break
        }
        if !expectsOperand {
          suspect(index)
          return index
        }
        index = scanChain(at: index, to: end)
        expectsOperand = false
      case .period where !expectsOperand:
        // A chain goes on after something that was no chain.
        index = scanChain(at: index, to: end)
      default:
        if !expectsOperand {
          if token.kind != .openParenthesis, token.kind != .openBracket,
            token.kind != .openInterpolation
          {
            suspect(index)
          }
          if token.kind == .number || token.kind == .string { return index }
        }
        index = scanChain(at: index, to: end)
        expectsOperand = false
      }
    }
    if expectsOperand, index > start, index >= end || tokens[index].startsLine {
      suspect(index - 1)
    }
    return min(index, end)
  }

  private func isPrefixWord(_ index: Int, _ end: Int) -> Bool {
    let next = index + 1
    guard next < end else { return false }
    if word(index) == .try { return true }
    switch kind(next) {
    case .identifier:
      switch word(next) {
      case .in, .as, .is, .else, .where: return false
      default: return !tokens[next].startsLine || word(index) == .await
      }
    case .dollar, .number, .string, .pound, .backslash: return true
    case .openParenthesis, .openBracket, .openBrace:
      return word(index) == .await || word(index) == .each || word(index) == .repeat
        ? true : tokens[next].start > tokens[index].end && word(index) == .unsafe
    case .period: return word(index) == .await && tokens[next].isDetached
    case .operation: return word(index) == .any || word(index) == .some
    default: return false
    }
  }

  private func continuesLine(at index: Int, to end: Int) -> Bool {
    let token = tokens[index]
    switch token.kind {
    case .period, .equal, .arrow, .colon: return true
    case .operation:
      // With white space after it, it is between two operands; without, it begins the next statement.
      return index + 1 < end && (tokens[index + 1].isDetached || tokens[index + 1].startsLine)
    case .identifier: return token.word == .as || token.word == .is
    default: return false
    }
  }

  /// Reads every expression of a list, whatever stands between them.
  mutating func scanList(from start: Int, to end: Int) {
    var index = start
    while index < end {
      let next = scanExpression(at: index, to: end)
      index = next == index ? index + 1 : next
    }
  }

  // MARK: - Chains

  /// Reads `a.b(c).d { … }` from its first name to its last call.
  mutating func scanChain(at start: Int, to end: Int) -> Int {
    var index = start
    let first = tokens[start]
    var chain = Chain(start: start)
    switch first.kind {
    case .identifier, .dollar:
      index += 1
      chain.names.append(start)
      if first.kind == .dollar ? first.payload != 0 : first.word != .self && first.word != .super {
        mention(start)
      }
    case .pound:
      index += 1
      chain.names.append(start)
    case .period:
      guard index + 1 < end, kind(index + 1) == .identifier || kind(index + 1) == .number else {
        suspect(start)
        return start + 1
      }
      chain.isImplicit = true
    case .openParenthesis:
      let close = min(match(start), end)
      nested {
        $0.state.forbidsTrailingClosure = false
        $0.scanTuple(from: start + 1, to: close)
      }
      chain.isOpaque = true
      index = close + 1
    case .openBracket:
      let close = min(match(start), end)
      nested {
        $0.state.forbidsTrailingClosure = false
        $0.scanTuple(from: start + 1, to: close)
      }
      chain.isOpaque = true
      index = close + 1
    case .openBrace:
      let close = min(match(start), end)
      let isCalled =
        close + 1 < end && kind(close + 1) == .openParenthesis && !tokens[close + 1].startsLine
      scanClosure(at: start, to: end, as: isCalled ? .inline : .deferred)
      chain.isOpaque = true
      index = close + 1
    case .string, .regex, .number:
      index += 1
      while index < end, kind(index) == .openInterpolation {
        let close = min(match(index), end)
        let open = index
        nested {
          $0.state.forbidsTrailingClosure = false
          $0.scanArguments(at: open, closing: close, of: Call())
        }
        index = close + 1
      }
      chain.isOpaque = true
      chain.isLiteral = true
    case .backslash:
      return scanKeyPath(at: start, to: end)
    case .openInterpolation:
      return min(match(start), end) + 1
    default:
      suspect(start)
      return start + 1
    }
    index = scanSuffixes(of: &chain, at: index, to: end)
    finish(chain, at: index, to: end)
    return min(index, end)
  }

  private mutating func scanSuffixes(of chain: inout Chain, at start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      let token = tokens[index]
      switch token.kind {
      case .period:
        guard index + 1 < end else {
          suspect(index)
          return index + 1
        }
        if kind(index + 1) == .identifier {
          append(index + 1, to: &chain)
          index += 2
        } else if kind(index + 1) == .number || kind(index + 1) == .dollar {
          chain.isOpaque = true
          index += 2
        } else if kind(index + 1) == .openParenthesis || kind(index + 1) == .openBracket {
          index += 1
        } else {
          suspect(index)
          return index + 1
        }
      case .operation:
        if isOperator(index, "<"), !token.isDetached, chain.endsWithName,
          let next = genericArguments(at: index, to: end)
        {
          index = next
        } else if !token.isDetached, isOperator(index, "?") || isOperator(index, "!"),
          index + 1 < end,
          !tokens[index + 1].isDetached || kind(index + 1) == .period
            || kind(index + 1) == .openBracket && !tokens[index + 1].startsLine
        {
          let next = kind(index + 1)
          guard
            next == .period || next == .openParenthesis || next == .openBracket
              || isOperator(index + 1, "!") || isOperator(index + 1, "?")
          else {
            return index
          }
          index += 1
        } else {
          return index
        }
      case .openParenthesis where !token.startsLine && !chain.isLiteral:
        index = scanCall(of: &chain, open: index, to: end)
      case .openBracket where !token.startsLine && !chain.isLiteral:
        let close = min(match(index), end)
        let open = index
        if chain.keySubscript == nil, let target = subscriptKey(open) {
          chain.keySubscript = target
          chain.isKeySubscriptFirst = chain.names.count == 1 && !chain.hasCall
          facts.keySubscripts.append(KeySubscriptFact(type: target, place: place(open)))
        }
        nested {
          $0.state.forbidsTrailingClosure = false
          $0.scanArguments(at: open, closing: close, of: Call())
        }
        chain.endsWithName = false
        chain.isPath = false
        index = close + 1
      case .openBrace where !chain.isLiteral && canTakeClosure(chain, at: index):
        index = scanCall(of: &chain, open: nil, to: end, closure: index)
      default:
        return index
      }
    }
    return index
  }

  private func canTakeClosure(_ chain: Chain, at index: Int) -> Bool {
    if state.forbidsTrailingClosure { return false }
    if tokens[index].startsLine, !chain.hasCall, !chain.endsWithName { return false }
    let next = word(index + 1)
    return next != .didSet && next != .willSet
  }

  private mutating func append(_ index: Int, to chain: inout Chain) {
    chain.endsWithName = true
    if chain.isPath { chain.names.append(index) }
    if chain.names.count == 2, chain.isPath, tokens[chain.names[0]].word == .self {
      mention(index)
    } else {
      facts.entities[state.entity].memberMentions.insert(tokens[index].payload)
    }
    chain.last = index
    chain.callee = index
  }

  /// Generic arguments in an expression are told from comparisons as the compiler does it: by what follows.
  private func genericArguments(at start: Int, to end: Int) -> Int? {
    guard let next = skipAngles(at: start, to: end) else { return nil }
    guard next < end else { return next }
    let token = tokens[next]
    if token.startsLine { return next }
    switch token.kind {
    case .openParenthesis, .period, .closeParenthesis, .closeBracket, .closeBrace, .comma,
      .semicolon,
      .colon, .openBrace, .openBracket, .equal, .closeInterpolation:
      return next
    case .operation: return token.isDetached ? nil : next
    default: return nil
    }
  }

  private mutating func scanKeyPath(at start: Int, to end: Int) -> Int {
    var index = start + 1
    if kind(index) == .identifier || kind(index) == .openBracket || kind(index) == .openParenthesis,
      index < end
    {
      let root = index
      index = max(skipType(at: index, to: end), index)
      // The type and the members after it cannot be told apart here.
      for name in root..<index where kind(name) == .identifier && name > root {
        facts.entities[state.entity].memberMentions.insert(tokens[name].payload)
      }
    }
    while index < end {
      switch kind(index) {
      case .period where kind(index + 1) == .identifier || kind(index + 1) == .number:
        if kind(index + 1) == .identifier {
          facts.entities[state.entity].memberMentions.insert(tokens[index + 1].payload)
        }
        index += 2
      case .period: index += 1
      case .openBracket where !tokens[index].startsLine,
        .openParenthesis where !tokens[index].startsLine:
        let open = index
        let close = min(match(index), end)
        nested { $0.scanArguments(at: open, closing: close, of: Call()) }
        index = close + 1
      case .operation
      where !tokens[index].isDetached && (isOperator(index, "?") || isOperator(index, "!")):
        index += 1
      default: return index
      }
    }
    return end
  }

  /// The elements of a tuple, an array or a dictionary: expressions with labels and commas between them.
  mutating func scanTuple(from start: Int, to end: Int) {
    var index = start
    while index < end {
      if kind(index) == .identifier, kind(index + 1) == .colon, index + 1 < end {
        if isCapitalized(index) || tokens[index].word == .none { mention(index) }
        index += 2
        continue
      }
      if kind(index) == .comma || kind(index) == .colon {
        index += 1
        continue
      }
      let next = scanExpression(at: index, to: end)
      index = next == index ? index + 1 : next
    }
  }
}

/// A chain of names and calls while it is read.
struct Chain {
  var start: Int
  /// The names from the start on, up to the first call or subscript.
  var names: [Int] = []
  var last = -1
  /// The name that a call would call.
  var callee = -1
  var isImplicit = false
  /// Whether the chain begins with something that has no name.
  var isOpaque = false
  var isLiteral = false
  /// Whether all of it so far are names.
  var isPath = true
  var endsWithName = true
  var hasCall = false
  var keySubscript: String?
  var isKeySubscriptFirst = false
  /// The registration that a call in this chain made.
  var registration = -1

  init(start: Int) {
    self.start = start
    last = start
    callee = start
  }
}
