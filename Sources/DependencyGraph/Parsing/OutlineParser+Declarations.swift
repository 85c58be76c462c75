extension OutlineParser {
  enum Body { case file, type, enumeration, code }

  struct Modifiers {
    var access: AccessLevel?
    var isStatic = false
    var isLazy = false
    var isOverride = false
  }

  /// Reads declarations and statements up to `end`.
  mutating func parseItems(from start: Int, to end: Int, in body: Body) {
    var index = start
    while index < end {
      let before = index
      index = parseItem(at: index, to: end, in: body)
      if index <= before { index = before + 1 }
    }
  }

  private mutating func parseItem(at start: Int, to end: Int, in body: Body) -> Int {
    var index = start
    let first = tokens[start]
    if first.kind == .semicolon { return start + 1 }
    if first.kind == .at || (first.kind == .identifier && first.word != .none) {
      var attributes: [Attribute] = []
      var modifiers = Modifiers()
      scanning: while index < end {
        let token = tokens[index]
        if token.kind == .at {
          index = parseAttribute(at: index, to: end, into: &attributes)
          continue
        }
        guard token.kind == .identifier else { break }
        let word = token.word
        if word == .class, isFollowedByMemberKeyword(index + 1, end) {
          modifiers.isStatic = true
          index += 1
        } else if word.isModifier, isModifier(at: index, to: end) {
          note(word, at: index, in: &modifiers)
          index += 1
          if kind(index) == .openParenthesis, !tokens[index].isDetached { index = match(index) + 1 }
        } else {
          break scanning
        }
      }
      if index < end, tokens[index].kind == .identifier, tokens[index].word.beginsDeclaration,
        let next = parseDeclaration(
          at: index, to: end, attributes: attributes, modifiers: modifiers, in: body)
      {
        return next
      }
      if index > start, !attributes.isEmpty || body != .code {
        // Attributes before something else: those of a closure or of a macro at the top level.
        for attribute in attributes { scanAttributeArguments(attribute) }
        if index >= end { return end }
        return parseStatement(at: index, to: end, in: body)
      }
      index = start
    }
    return parseStatement(at: index, to: end, in: body)
  }

  private func isFollowedByMemberKeyword(_ index: Int, _ end: Int) -> Bool {
    guard index < end else { return false }
    switch word(index) {
    case .func, .var, .let, .subscript, .`init`: return true
    case let word where word.isModifier: return true
    default: return false
    }
  }

  /// Whether a word that could be a name stands before a declaration here.
  private func isModifier(at index: Int, to end: Int) -> Bool {
    var next = index + 1
    if kind(next) == .openParenthesis, next < end, !tokens[next].isDetached {
      next = match(next) + 1
    }
    var steps = 0
    while next < end, steps < 24 {
      let token = tokens[next]
      if token.kind == .at {
        next += 2
        while kind(next) == .period { next += 2 }
        if kind(next) == .openParenthesis, next < end { next = match(next) + 1 }
      } else if token.kind == .identifier, token.word.beginsDeclaration {
        // `prefix case` and the like do not exist; `final.class` neither.
        return true
      } else if token.kind == .identifier, token.word.isModifier {
        next += 1
        if kind(next) == .openParenthesis, next < end { next = match(next) + 1 }
      } else {
        return false
      }
      steps += 1
    }
    return false
  }

  private func note(_ word: Word, at index: Int, in modifiers: inout Modifiers) {
    let isForSetter = kind(index + 1) == .openParenthesis && self.word(index + 2) == .set
    switch word {
    case .private where !isForSetter: modifiers.access = .private
    case .fileprivate where !isForSetter: modifiers.access = .fileprivate
    case .internal where !isForSetter: modifiers.access = .internal
    case .package where !isForSetter: modifiers.access = .package
    case .public where !isForSetter: modifiers.access = .public
    case .open where !isForSetter: modifiers.access = .open
    case .static: modifiers.isStatic = true
    case .lazy: modifiers.isLazy = true
    case .override: modifiers.isOverride = true
    default: break
    }
  }

  // MARK: - Attributes

  private mutating func parseAttribute(
    at start: Int, to end: Int, into attributes: inout [Attribute]
  ) -> Int {
    var index = start + 1
    guard kind(index) == .identifier, index < end else {
      suspect(start)
      return start + 1
    }
    let nameStart = index
    index += 1
    while kind(index) == .period, kind(index + 1) == .identifier { index += 2 }
    let nameEnd = index
    if isOperator(index, "<"), let next = skipAngles(at: index, to: end) { index = next }
    var arguments = -1
    if kind(index) == .openParenthesis, index < end, !tokens[index].isDetached {
      arguments = index
      index = match(index) + 1
    }
    attributes.append(Attribute(nameStart: nameStart, nameEnd: nameEnd, arguments: arguments))
    return min(index, end)
  }

  func attributeFacts(_ attributes: [Attribute]) -> [AttributeFact] {
    attributes.map { attribute in
      AttributeFact(
        name: name(attribute.nameEnd - 1),
        arguments: attribute.arguments < 0
          ? "" : source(attribute.arguments + 1, match(attribute.arguments)))
    }
  }

  private mutating func scanAttributeArguments(_ attribute: Attribute) {
    guard attribute.arguments >= 0 else { return }
    nested { parser in
      parser.state.isEager = false
      parser.scanArguments(at: attribute.arguments, of: Call())
    }
  }

  /// Reads the overrides that test traits make, as `@Test(.dependency(\.uuid, .incrementing))`.
  private mutating func parseTraits(_ attributes: [Attribute], at index: Int) -> Int {
    for attribute in attributes where attribute.arguments >= 0 {
      let name = self.name(attribute.nameEnd - 1)
      guard name == "Test" || name == "Suite" else { continue }
      let parent = state.type >= 0 ? facts.types[state.type].traits : -1
      let scope = addOverrideScope(.trait, at: index, parent: parent)
      nested { parser in
        parser.state.overrides = scope
        parser.state.traits = scope
        parser.scanArguments(at: attribute.arguments, of: Call(role: .traits(scope)))
      }
      return scope
    }
    return state.type >= 0 ? facts.types[state.type].traits : -1
  }

  mutating func addOverrideScope(
    _ kind: OverrideScopeFact.Kind, at index: Int, parent: Int
  ) -> Int {
    facts.overrideScopes.append(OverrideScopeFact(kind: kind, parent: parent, place: place(index)))
    return facts.overrideScopes.count - 1
  }

  // MARK: - Declarations

  private mutating func parseDeclaration(
    at index: Int, to end: Int, attributes: [Attribute], modifiers: Modifiers, in body: Body
  ) -> Int? {
    switch tokens[index].word {
    case .import:
      return parseImport(at: index, to: end)
    case .struct: return parseType(.struct, at: index, to: end, attributes, modifiers)
    case .class: return parseType(.class, at: index, to: end, attributes, modifiers)
    case .enum: return parseType(.enum, at: index, to: end, attributes, modifiers)
    case .protocol: return parseType(.protocol, at: index, to: end, attributes, modifiers)
    case .extension: return parseType(.extension, at: index, to: end, attributes, modifiers)
    case .actor:
      guard kind(index + 1) == .identifier, !tokens[index + 1].startsLine,
        kind(index + 2) == .openBrace || kind(index + 2) == .colon || isOperator(index + 2, "<")
          || word(index + 2) == .where
      else { return nil }
      return parseType(.actor, at: index, to: end, attributes, modifiers)
    case .func: return parseFunction(at: index, to: end, attributes, modifiers)
    case .`init`:
      guard body == .type || body == .enumeration else { return nil }
      return parseFunction(at: index, to: end, attributes, modifiers)
    case .deinit, .subscript:
      guard body == .type || body == .enumeration else { return nil }
      return parseFunction(at: index, to: end, attributes, modifiers)
    case .var, .let:
      return parseVariables(at: index, to: end, attributes, modifiers, in: body)
    case .typealias, .associatedtype:
      return parseAlias(at: index, to: end)
    case .case:
      guard body == .enumeration else { return nil }
      return parseCases(at: index, to: end)
    case .operator:
      return skipLine(from: index + 1, to: end)
    case .precedencegroup:
      guard kind(index + 1) == .identifier, kind(index + 2) == .openBrace else { return nil }
      return match(index + 2) + 1
    case .macro:
      guard kind(index + 1) == .identifier,
        kind(index + 2) == .openParenthesis || isOperator(index + 2, "<")
      else { return nil }
      return skipLine(from: index + 1, to: end)
    default:
      return nil
    }
  }

  private func skipLine(from start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      let token = tokens[index]
      if index > start, token.startsLine, token.kind != .equal, token.kind != .arrow,
        token.word != .where
      {
        break
      }
      index = token.isOpening ? match(index) + 1 : index + 1
    }
    return min(index, end)
  }

  private mutating func parseImport(at start: Int, to end: Int) -> Int {
    var index = start + 1
    switch word(index) {
    case .struct, .class, .enum, .protocol, .func, .var, .let, .typealias: index += 1
    default: break
    }
    guard kind(index) == .identifier, index < end, !tokens[index].startsLine else {
      suspect(start)
      return start + 1
    }
    facts.imports.append(name(index))
    index += 1
    while kind(index) == .period, !tokens[index].startsLine { index += 2 }
    if index < end, !tokens[index].startsLine, tokens[index].kind != .semicolon { suspect(index) }
    return min(index, end)
  }

  private mutating func parseAlias(at start: Int, to end: Int) -> Int {
    var index = start + 1
    guard kind(index) == .identifier, index < end else {
      suspect(start)
      return start + 1
    }
    let name = self.name(index)
    index += 1
    if isOperator(index, "<"), let next = skipAngles(at: index, to: end) { index = next }
    if tokens[start].word == .associatedtype {
      if state.type >= 0 { facts.types[state.type].generics.append(name) }
      if kind(index) == .colon { index = skipInheritance(at: index + 1, to: end, into: nil) }
      if kind(index) == .equal { index = skipType(at: index + 1, to: end) }
      return min(skipWhere(at: index, to: end), end)
    }
    guard kind(index) == .equal else {
      suspect(index)
      return index
    }
    let type = index + 1
    index = skipType(at: type, to: end)
    facts.aliases.append(AliasFact(name: name, target: source(type, index), type: state.type))
    return min(skipWhere(at: index, to: end), end)
  }

  private mutating func parseCases(at start: Int, to end: Int) -> Int {
    var index = start + 1
    guard kind(index) == .identifier, index < end else {
      suspect(start)
      return start + 1
    }
    while index < end {
      let token = tokens[index]
      if token.startsLine, index > start + 1, tokens[index - 1].kind != .comma { break }
      if token.kind == .semicolon { return index + 1 }
      if token.kind == .openBrace { suspect(index) }
      index = token.isOpening ? match(index) + 1 : index + 1
    }
    return min(index, end)
  }

  // MARK: - Types

  private mutating func parseType(
    _ typeKind: TypeFact.Kind, at start: Int, to end: Int, _ attributes: [Attribute],
    _ modifiers: Modifiers
  ) -> Int {
    var index = start + 1
    guard index < end,
      kind(index) == .identifier
        || typeKind == .extension
          && (kind(index) == .openBracket || kind(index) == .openParenthesis)
    else {
      suspect(start)
      return start + 1
    }
    let nameIndex = index
    var path: String
    var generics: [String] = []
    if typeKind == .extension {
      let last = skipType(at: index, to: end)
      path = source(index, last).withoutGenericArguments
      index = last
    } else {
      path = name(index)
      if tokens[index].word.isReserved { suspect(index) }
      index += 1
      if isOperator(index, "<"), let next = skipAngles(at: index, to: end) {
        generics = genericParameters(from: index + 1, to: next - 1)
        index = next
      }
    }
    var inherited: [String] = []
    if kind(index) == .colon {
      var names: [String] = []
      index = skipInheritance(at: index + 1, to: end) { names.append($0) }
      inherited = names
    }
    index = skipWhere(at: index, to: end)
    guard index < end, kind(index) == .openBrace else {
      suspect(index)
      return index
    }
    let close = min(match(index), end)
    if !pathPrefix.isEmpty { path = pathPrefix + "." + path }
    let traits = parseTraits(attributes, at: nameIndex)
    facts.types.append(
      TypeFact(
        kind: typeKind, path: path, inherited: inherited, attributes: attributeFacts(attributes),
        access: modifiers.access ?? .internal, offset: tokens[nameIndex].start, parent: state.type,
        traits: traits, generics: generics))
    let type = facts.types.count - 1
    let open = index
    nested { parser in
      let prefix = parser.pathPrefix
      parser.pathPrefix = path
      let nesting = parser.state.nesting
      let parent = parser.state.entity
      parser.state = State()
      parser.state.nesting = nesting
      parser.state.entity = parent
      parser.state.type = type
      parser.state.firstLocal = parser.locals.count
      parser.parseItems(
        from: open + 1, to: close, in: typeKind == .enum ? .enumeration : .type)
      parser.pathPrefix = prefix
    }
    return close + 1
  }

  private mutating func skipInheritance(
    at start: Int, to end: Int, into add: ((String) -> Void)?
  ) -> Int {
    var index = start
    while index < end {
      let next = skipType(at: index, to: end)
      if next == index {
        suspect(index)
        return index
      }
      add?(source(index, next))
      index = next
      guard kind(index) == .comma else { break }
      index += 1
    }
    return index
  }

  private func skipWhere(at start: Int, to end: Int) -> Int {
    guard start < end, word(start) == .where else { return start }
    var index = start + 1
    while index < end {
      let token = tokens[index]
      if token.kind == .openBrace { break }
      if token.startsLine {
        let previous = tokens[index - 1]
        let isContinued =
          previous.kind == .comma || previous.kind == .colon || previous.kind == .operation
          || previous.word == .where || token.kind == .operation || token.kind == .colon
        if !isContinued { break }
      }
      index = token.isOpening ? match(index) + 1 : index + 1
    }
    return min(index, end)
  }

  // MARK: - Functions

  private mutating func parseFunction(
    at start: Int, to end: Int, _ attributes: [Attribute], _ modifiers: Modifiers
  ) -> Int {
    var index = start
    let keyword = tokens[start].word
    var functionName = keyword.text
    index += 1
    if keyword == .func {
      guard index < end,
        kind(index) == .identifier || kind(index) == .operation || kind(index) == .equal
      else {
        suspect(start)
        return index
      }
      functionName = name(index)
      if tokens[index].kind == .identifier {
        if tokens[index].word.isReserved { suspect(index) }
        index += 1
      } else {
        // The name of an operator is as many tokens as it takes.
        while index < end,
          kind(index) == .operation || kind(index) == .equal || kind(index) == .arrow
        {
          if isOperator(index, "<"), kind(index + 1) == .identifier { break }
          index += 1
        }
      }
    } else if index < end, kind(index) == .operation, !isOperator(index, "<") {
      index += 1
    }
    var generics: [String] = []
    if isOperator(index, "<"), let next = skipAngles(at: index, to: end) {
      generics = genericParameters(from: index + 1, to: next - 1)
      index = next
    }
    let traits = parseTraits(attributes, at: start)
    let entity = addEntity(
      keyword == .`init` ? .initializer : keyword == .deinit ? .deinitializer : .function,
      name: functionName, at: keyword == .func ? start + 1 : start, isStatic: modifiers.isStatic,
      access: modifiers.access ?? .internal, attributes: attributeFacts(attributes))
    facts.entities[entity].traits = traits
    facts.entities[entity].generics = generics
    if keyword != .deinit {
      guard index < end, kind(index) == .openParenthesis else {
        suspect(index)
        return index
      }
      let open = index
      let close = min(match(index), end)
      nested { parser in
        parser.enter(entity, traits: traits)
        parser.parseParameters(from: open + 1, to: close, of: entity)
      }
      index = close + 1
    }
    index = skipEffects(at: index, to: end)
    index = skipWhere(at: index, to: end)
    guard index < end, kind(index) == .openBrace else {
      if index < end, !tokens[index].startsLine, kind(index) != .semicolon { suspect(index) }
      return index
    }
    let open = index
    let close = min(match(index), end)
    nested { parser in
      parser.enter(entity, traits: traits)
      if keyword == .subscript {
        parser.parseAccessors(from: open, to: close)
      } else {
        parser.parseItems(from: open + 1, to: close, in: .code)
      }
    }
    return close + 1
  }

  mutating func enter(_ entity: Int, traits: Int = -1) {
    state.entity = entity
    state.isEager = true
    state.escape = nil
    state.updating = -1
    state.traits = -1
    state.closureDepth = 0
    state.forbidsTrailingClosure = false
    state.overrides = traits
  }

  private func skipEffects(at start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      if kind(index) == .arrow {
        index = skipType(at: index + 1, to: end)
        continue
      }
      switch word(index) {
      case .async, .rethrows: index += 1
      case .throws:
        index += 1
        if kind(index) == .openParenthesis, index < end { index = match(index) + 1 }
      default: return index
      }
    }
    return min(index, end)
  }

  private mutating func parseParameters(from start: Int, to end: Int, of entity: Int) {
    var index = start
    while index < end {
      let before = index
      while index < end, kind(index) == .at {
        index += 2
        while kind(index) == .period { index += 2 }
        if kind(index) == .openParenthesis, !tokens[index].isDetached { index = match(index) + 1 }
      }
      while index < end, word(index) == .isolated || word(index) == .sending,
        kind(index + 1) == .identifier
      {
        index += 1
      }
      guard index < end, kind(index) == .identifier else {
        suspect(index)
        return
      }
      let label = name(index)
      index += 1
      if kind(index) == .identifier { index += 1 }
      guard index < end, kind(index) == .colon else {
        suspect(index)
        return
      }
      let type = index + 1
      index = skipType(at: type, to: end)
      if index == type { suspect(index) }
      var parameter = EntityFact.Parameter(
        label: label, type: source(type, index), hasDefault: false)
      if kind(index) == .equal, index < end {
        parameter.hasDefault = true
        index = scanExpression(at: index + 1, to: end)
      }
      facts.entities[entity].parameters.append(parameter)
      if kind(index) == .comma, index < end {
        index += 1
      } else if index < end {
        suspect(index)
        return
      }
      if index <= before { return }
    }
  }

  // MARK: - Variables

  private mutating func parseVariables(
    at start: Int, to end: Int, _ attributes: [Attribute], _ modifiers: Modifiers, in body: Body
  ) -> Int {
    let isConstant = tokens[start].word == .let
    let factsOfAttributes = attributes.isEmpty ? [] : attributeFacts(attributes)
    var index = start + 1
    var isFirst = true
    while index < end {
      if !isFirst, kind(index) != .identifier, kind(index) != .openParenthesis { break }
      guard kind(index) == .identifier || kind(index) == .openParenthesis else {
        suspect(start)
        return index
      }
      let nameIndex = index
      let isTuple = kind(index) == .openParenthesis
      if !isTuple, tokens[index].word.isReserved { suspect(index) }
      index = isTuple ? match(index) + 1 : index + 1
      var annotation: String?
      if kind(index) == .colon, index < end {
        let type = index + 1
        index = skipType(at: type, to: end)
        if index == type { suspect(index) }
        annotation = source(type, index)
      }
      index = parseBinding(
        nameIndex, annotation: annotation, isTuple: isTuple, isConstant: isConstant,
        at: index, to: end, attributes: attributes, attributeFacts: factsOfAttributes, modifiers,
        in: body)
      isFirst = false
      if index < end, !tokens[index].startsLine, kind(index) != .comma, kind(index) != .semicolon {
        suspect(index)
      }
      guard kind(index) == .comma, index < end else { break }
      index += 1
    }
    if isFirst { suspect(start) }
    return min(index, end)
  }

  private mutating func parseBinding(
    _ nameIndex: Int, annotation: String?, isTuple: Bool, isConstant: Bool, at start: Int,
    to end: Int, attributes: [Attribute], attributeFacts: [AttributeFact], _ modifiers: Modifiers,
    in body: Body
  ) -> Int {
    var index = start
    // A local variable is part of the function around it; one with a body or in a type stands for itself.
    let isLocal = body == .code
    let hasInitializer = kind(index) == .equal && index < end
    var entity = state.entity
    let isGlobal = body == .file
    if !isLocal {
      entity = addEntity(
        .storedProperty, name: isTuple ? "" : name(nameIndex), at: nameIndex,
        isStatic: modifiers.isStatic || isGlobal, access: modifiers.access ?? .internal,
        attributes: attributeFacts)
      facts.entities[entity].annotation = annotation
      facts.entities[entity].isLazy = modifiers.isLazy
      facts.entities[entity].isConstant = isConstant
      facts.entities[entity].hasInitializer = hasInitializer
    }
    nested { parser in
      if !isLocal { parser.enter(entity) }
      for attribute in attributes {
        parser.parseWrapper(
          attribute, variable: nameIndex, isLocal: isLocal, isStatic: modifiers.isStatic,
          isGlobal: isGlobal, access: modifiers.access ?? .internal)
      }
      if hasInitializer {
        if modifiers.isLazy { parser.state.isEager = false }
        let next = parser.scanExpression(at: index + 1, to: end)
        if next == index + 1 { parser.suspect(next) }
        index = next
      }
    }
    if index < end, kind(index) == .openBrace {
      let open = index
      let close = min(match(index), end)
      let isObserved = isObserverBlock(open)
      if !isLocal, !hasInitializer, !isObserved { facts.entities[entity].kind = .computedProperty }
      nested { parser in
        if !isLocal { parser.enter(entity) }
        if isLocal || isObserved { parser.state.isEager = false }
        parser.parseAccessors(from: open, to: close)
      }
      index = close + 1
    }
    if isLocal {
      // The names of local `@Dependency` variables are looked for in what follows.
      for attribute in attributes where name(attribute.nameEnd - 1) == "Dependency" {
        if let read = facts.reads.lastIndex(where: { $0.place.offset == tokens[nameIndex].start }) {
          locals.append(
            Local(hash: tokens[nameIndex].payload, read: read, closureDepth: state.closureDepth))
        }
      }
    }
    return min(index, end)
  }

  private mutating func parseWrapper(
    _ attribute: Attribute, variable: Int, isLocal: Bool, isStatic: Bool, isGlobal: Bool,
    access: AccessLevel
  ) {
    let wrapper = name(attribute.nameEnd - 1)
    switch wrapper {
    case "Dependency" where attribute.arguments >= 0:
      guard let target = keyTarget(at: attribute.arguments + 1) else { break }
      facts.reads.append(
        ReadFact(
          target: target, form: .wrapper, variable: name(variable), place: place(variable),
          isLocal: isLocal, isStatic: isStatic, isGlobal: isGlobal, access: access,
          type: isLocal ? -1 : state.type))
    case "Injected" where attribute.arguments >= 0:
      if let (service, name, count) = serviceArguments(at: attribute.arguments) {
        facts.resolutions.append(
          ResolutionFact(
            form: .injected, service: service, name: name, argumentCount: count,
            place: place(attribute.nameStart)))
      }
    case "DependencyEntry":
      break
    default:
      // Another type's property wrapper: the variable makes one.
      if isCapitalized(attribute.nameEnd - 1) {
        facts.creations.append(
          CreationFact(
            type: source(attribute.nameStart, attribute.nameEnd), place: place(variable),
            isAttribute: true))
      }
    }
    if wrapper != "Dependency", wrapper != "Injected", attribute.arguments >= 0 {
      let arguments = attribute.arguments
      nested { parser in
        parser.state.isEager = false
        parser.scanArguments(at: arguments, of: Call())
      }
    }
  }

  private func isObserverBlock(_ open: Int) -> Bool {
    var index = open + 1
    while kind(index) == .at { index += 2 }
    return word(index) == .willSet || word(index) == .didSet
  }

  /// Reads a block that is either accessors or the body of a getter.
  private mutating func parseAccessors(from open: Int, to close: Int) {
    guard isAccessorBlock(open, close) else {
      parseItems(from: open + 1, to: close, in: .code)
      return
    }
    var index = open + 1
    while index < close {
      let token = tokens[index]
      if token.kind == .openBrace {
        let end = min(match(index), close)
        let start = index
        nested { $0.parseItems(from: start + 1, to: end, in: .code) }
        index = end + 1
      } else if token.isOpening {
        index = match(index) + 1
      } else {
        index += 1
      }
    }
  }

  private func isAccessorBlock(_ open: Int, _ close: Int) -> Bool {
    var index = open + 1
    while index < close {
      if kind(index) == .at {
        index += 2
        if kind(index) == .openParenthesis { index = match(index) + 1 }
        continue
      }
      switch word(index) {
      case .mutating, .nonmutating, .private, .fileprivate, .internal, .public, .package,
        .borrowing, .consuming, .nonisolated:
        index += 1
        continue
      case .get, .set, .willSet, .didSet, ._modify, ._read, .unsafeAddress, .unsafeMutableAddress,
        .`init`, .yield:
        let next = index + 1
        if next >= close { return true }
        switch kind(next) {
        case .openBrace: return true
        case .openParenthesis:
          return kind(match(next) + 1) == .openBrace && match(next) + 1 < close
            || word(index) == .`init`
        default: break
        }
        switch word(next) {
        case .get, .set, .async, .throws, .mutating, .nonmutating, ._modify, ._read: return true
        default: return false
        }
      default:
        return false
      }
    }
    return false
  }

  // MARK: - Types as syntax

  /// The names that stand first between the commas of a list of generic parameters.
  private func genericParameters(from start: Int, to end: Int) -> [String] {
    var names: [String] = []
    var isFirst = true
    var depth = 0
    var index = start
    while index < end {
      if kind(index) == .operation {
        if firstByte(index) == UInt8(ascii: "<") { depth += 1 }
        if firstByte(index) == UInt8(ascii: ">") { depth -= 1 }
      } else if kind(index) == .comma, depth == 0 {
        isFirst = true
      } else if isFirst, kind(index) == .identifier, word(index) != .each, word(index) != .let {
        names.append(name(index))
        isFirst = false
      }
      index = tokens[index].isOpening ? match(index) + 1 : index + 1
    }
    return names
  }

  /// The index after the type that begins at `start`, or `start` if there is none.
  func skipType(at start: Int, to end: Int) -> Int {
    var complete = start
    var index = start
    // Each round is one member of a composition, or one result of a function type.
    while let next = skipSimpleType(at: index, to: end) {
      complete = next
      if next < end, isOperator(next, "&") {
        index = next + 1
        continue
      }
      var effects = next
      while effects < end,
        word(effects) == .async || word(effects) == .throws || word(effects) == .rethrows
      {
        effects += 1
        if kind(effects) == .openParenthesis, effects < end, tokens[effects - 1].word == .throws {
          effects = match(effects) + 1
        }
      }
      guard effects < end, kind(effects) == .arrow else { break }
      index = effects + 1
    }
    return min(complete, end)
  }

  private func skipSimpleType(at start: Int, to end: Int) -> Int? {
    var index = start
    while index < end {
      let token = tokens[index]
      if token.kind == .at {
        index += 2
        while kind(index) == .period { index += 2 }
        if kind(index) == .openParenthesis, index < end, !tokens[index].isDetached {
          index = match(index) + 1
        }
        continue
      }
      switch token.word {
      case .inout, .some, .any, .each, .borrowing, .consuming, .sending, .isolated, .repeat:
        index += 1
        continue
      case .nonisolated:
        index += 1
        if kind(index) == .openParenthesis, index < end { index = match(index) + 1 }
        continue
      default: break
      }
      if token.kind == .operation, firstByte(index) == UInt8(ascii: "~") {
        index += 1
        continue
      }
      if token.kind == .identifier, token.word == .none, isSpecifier(index) {
        index += 1
        continue
      }
      break
    }
    guard index < end else { return nil }
    switch kind(index) {
    case .identifier, .pound:
      if tokens[index].word.isReserved { return nil }
      index += 1
    case .openParenthesis, .openBracket:
      index = match(index) + 1
    default:
      return nil
    }
    while index < end {
      let token = tokens[index]
      if isOperator(index, "<"), let next = skipAngles(at: index, to: end) {
        index = next
      } else if token.kind == .period, kind(index + 1) == .identifier, index + 1 < end {
        index += 2
      } else if token.kind == .operation, !token.isDetached, isPostfixMarks(index) {
        index += 1
      } else if token.kind == .operation, !token.isDetached, isEllipsis(index) {
        index += 1
      } else {
        break
      }
    }
    return min(index, end)
  }

  private func isSpecifier(_ index: Int) -> Bool {
    // `__owned` and `__shared`, and `_const`: two names in a row.
    firstByte(index) == UInt8(ascii: "_") && kind(index + 1) == .identifier
      && !tokens[index + 1].startsLine
  }

  private func isPostfixMarks(_ index: Int) -> Bool {
    let token = tokens[index]
    for offset in token.start..<token.end {
      let byte = file.bytes[Int(offset)]
      if byte != UInt8(ascii: "?"), byte != UInt8(ascii: "!") { return false }
    }
    return true
  }

  private func isEllipsis(_ index: Int) -> Bool {
    let token = tokens[index]
    return token.end == token.start + 3 && firstByte(index) == UInt8(ascii: ".")
  }

  /// The index after the angle brackets that open at `start`, or `nil` if these are no generic arguments.
  func skipAngles(at start: Int, to end: Int) -> Int? {
    var depth = 0
    var index = start
    // Comparisons look like the start of generic arguments: they are given up on early.
    let last = min(end, start + 4_000)
    while index < last {
      let token = tokens[index]
      switch token.kind {
      case .operation:
        let byte = firstByte(index)
        if byte == UInt8(ascii: "<") {
          depth += 1
          if depth > 64 { return nil }
        } else if byte == UInt8(ascii: ">") {
          depth -= 1
          if depth == 0 { return index + 1 }
        }
        index += 1
      case .openParenthesis, .openBracket:
        index = match(index) + 1
      case .identifier, .comma, .colon, .period, .arrow, .at, .equal, .number, .pound:
        index += 1
      default:
        return nil
      }
    }
    return nil
  }
}

extension String {
  /// The name of a type without what stands in angle brackets.
  var withoutGenericArguments: String {
    guard contains("<") else { return self }
    var depth = 0
    var result = ""
    for character in self {
      if character == "<" {
        depth += 1
      } else if character == ">" {
        depth -= 1
      } else if depth == 0 {
        result.append(character)
      }
    }
    return result
  }
}
