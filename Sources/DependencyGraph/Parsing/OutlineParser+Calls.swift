/// What a call means for the closures that it is given.
enum CallRole {
  case other
  /// Its closures run before it returns.
  case inline
  case overriding(Int)
  /// `withDependencies(from: model) { … }`, whose only closure is the operation.
  case operating(Int)
  case escapedOperation
  case yielding(Int)
  case escaping(Escape)
  case deferred
  case registering(Int)
  case traits(Int)
  /// A function of the program's own, which may run its closures under overrides.
  case helping(Int, isInline: Bool)
}

struct Call {
  var role = CallRole.other
}

enum ClosureRole {
  case inline, deferred
  case yielding(Int)
  case updating(Int)
  case operating(Int)
  case escaping(Escape)
  case factory(Int)
  case helping(Int, isInline: Bool)
}

private let inlineNames: Set<UInt32> = Set(
  [
    "map", "flatMap", "compactMap", "filter", "forEach", "reduce", "sorted", "sort", "first",
    "firstIndex", "last", "lastIndex", "contains", "allSatisfy", "min", "max", "prefix", "drop",
    "removeAll", "partition", "mapValues", "compactMapValues", "perform", "assumeIsolated",
    "resolve", "then",
  ].map(NameHash.of))

private func hash(_ text: StaticString) -> UInt32 {
  text.withUTF8Buffer { buffer in
    var hash = NameHash()
    for byte in buffer { hash.add(byte) }
    return hash.value
  }
}

private enum Known {
  static let withDependencies = hash("withDependencies")
  static let withTestDependencies = hash("withTestValues")
  static let withValues = hash("withValues")
  static let withValue = hash("withValue")
  static let prepareDependencies = hash("prepareDependencies")
  static let withEscapedDependencies = hash("withEscapedDependencies")
  static let yield = hash("yield")
  static let task = hash("Task")
  static let detached = hash("detached")
  static let async = hash("async")
  static let asyncAfter = hash("asyncAfter")
  static let addOperation = hash("addOperation")
  static let addBarrierBlock = hash("addBarrierBlock")
  static let detachNewThread = hash("detachNewThread")
  static let thread = hash("Thread")
  static let scheduledTimer = hash("scheduledTimer")
  static let timer = hash("Timer")
  static let concurrentPerform = hash("concurrentPerform")
  static let dispatchWorkItem = hash("DispatchWorkItem")
  static let randomElement = hash("randomElement")
  static let shuffled = hash("shuffled")
  static let shuffle = hash("shuffle")
  static let sink = hash("sink")
  static let register = hash("register")
  static let autoregister = hash("autoregister")
  static let forward = hash("forward")
  static let resolve = hash("resolve")
  static let require = hash("require")
  static let inObjectScope = hash("inObjectScope")
  static let implements = hash("implements")
  static let initCompleted = hash("initCompleted")
  static let dependency = hash("dependency")
  static let dependencies = hash("dependencies")
  static let unimplemented = hash("unimplemented")
  static let make = hash("make")
  static let dependencyValues = hash("DependencyValues")
  static let current = hash("_current")
  static let dataTask = hash("dataTask")
  static let addObserver = hash("addObserver")
  /// Functions of the language's libraries that run a closure and override nothing.
  static let withFunctions: Set<UInt32> = Set(
    [
      "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
      "withUnsafeThrowingContinuation", "withTaskGroup", "withThrowingTaskGroup",
      "withDiscardingTaskGroup", "withThrowingDiscardingTaskGroup", "withTaskCancellationHandler",
      "withExtendedLifetime", "withAnimation", "withTransaction", "withObservationTracking",
      "withPerceptionTracking", "withKnownIssue", "withMainSerialExecutor", "withVaList",
      "withUnsafePointer", "withUnsafeMutablePointer", "withUnsafeBytes",
      "withUnsafeMutableBytes", "withUnsafeTemporaryAllocation", "withErrorReporting",
      "withDependencyScope", "autoreleasepool", "expectation", "confirmation", "measure",
    ].map(NameHash.of))
  /// The traits that Swift Testing brings.
  static let traits: Set<UInt32> = Set(
    [
      "serialized", "tags", "enabled", "disabled", "bug", "timeLimit", "hidden", "attachments",
      "filterIssues", "compactMapIssues",
    ].map(NameHash.of))
  static let standardTypes: Set<UInt32> = Set(
    [
      "String", "Int", "Array", "Set", "Dictionary", "Double", "Float", "Bool", "Data", "URL",
      "Character", "CGFloat", "Substring", "Int64", "Int32", "UInt8", "UInt32", "UInt64", "UInt",
      "Optional", "Result", "Error", "ObjectIdentifier", "IndexSet", "NSError", "CGRect", "CGPoint",
      "CGSize", "Range", "Mirror", "AnyHashable",
    ].map(NameHash.of))
}

extension OutlineParser {
  // MARK: - Calls

  /// Reads a call: the arguments in parentheses, if there are any, and the closures after them.
  mutating func scanCall(
    of chain: inout Chain, open: Int?, to end: Int, closure: Int? = nil
  ) -> Int {
    var index = open.map { min(match($0), end) + 1 } ?? (closure ?? end)
    var closures: [(label: Int, brace: Int)] = []
    if !state.forbidsTrailingClosure, index < end, kind(index) == .openBrace,
      word(index + 1) != .didSet, word(index + 1) != .willSet
    {
      closures.append((-1, index))
      index = min(match(index), end) + 1
      while index + 2 < end, kind(index) == .identifier, kind(index + 1) == .colon,
        kind(index + 2) == .openBrace, tokens[index].word != .default
      {
        closures.append((index, index + 2))
        index = min(match(index + 2), end) + 1
      }
    }
    let call = begin(chain: &chain, open: open, closures: closures)
    let forbade = state.forbidsTrailingClosure
    state.forbidsTrailingClosure = false
    if let open {
      nested { $0.scanArguments(at: open, closing: min($0.match(open), end), of: call) }
    }
    for closure in closures {
      let role = closureRole(
        call.role, label: closure.label < 0 ? nil : name(closure.label),
        isFirst: open.map { kind($0 + 1) == .closeParenthesis } ?? true, isTrailing: true)
      scanClosure(at: closure.brace, to: end, as: role)
    }
    state.forbidsTrailingClosure = forbade
    complete(chain: &chain, open: open, closures: closures)
    chain.hasCall = true
    chain.isPath = false
    chain.endsWithName = false
    chain.callee = -1
    return min(index, end)
  }

  mutating func scanArguments(at open: Int, of call: Call) {
    scanArguments(at: open, closing: match(open), of: call)
  }

  /// Reads arguments; closures among them run as the call's role says.
  mutating func scanArguments(at open: Int, closing close: Int, of call: Call) {
    var index = open + 1
    var isFirst = true
    state.forbidsTrailingClosure = false
    while index < close {
      var label: String?
      if kind(index) == .identifier || kind(index) == .dollar, index + 1 < close,
        kind(index + 1) == .colon
      {
        label = name(index)
        index += 2
      }
      if case .traits(let scope) = call.role, label == nil {
        readTrait(at: index, to: close, scope: scope)
      }
      if index < close, kind(index) == .openBrace,
        match(index) + 1 >= close || kind(match(index) + 1) == .comma
      {
        scanClosure(
          at: index, to: close,
          as: closureRole(call.role, label: label, isFirst: isFirst, isTrailing: false))
        index = min(match(index), close) + 1
      } else if index < close {
        let next = scanExpression(at: index, to: close)
        index = next == index ? index + 1 : next
      }
      if index < close, kind(index) == .comma { index += 1 }
      isFirst = false
    }
  }

  private func closureRole(
    _ role: CallRole, label: String?, isFirst: Bool, isTrailing: Bool
  ) -> ClosureRole {
    switch role {
    case .other, .deferred: return .deferred
    case .inline: return .inline
    case .yielding(let scope): return .yielding(scope)
    case .escapedOperation: return .inline
    case .escaping(let escape): return .escaping(escape)
    case .overriding(let scope):
      if label == "operation" || label == "assert" { return .operating(scope) }
      if label == nil || label == "updateValues" {
        return .updating(scope)
      }
      return .deferred
    case .operating(let scope): return .operating(scope)
    case .registering(let registration):
      if label == nil || label == "factory" { return .factory(registration) }
      return .deferred
    case .traits(let scope):
      return .updating(scope)
    case .helping(let scope, let isInline): return .helping(scope, isInline: isInline)
    }
  }

  /// Decides what a call means, and records what it creates, registers or resolves.
  private mutating func begin(
    chain: inout Chain, open: Int?, closures: [(label: Int, brace: Int)]
  ) -> Call {
    guard chain.callee >= 0, chain.callee < tokens.count else { return Call() }
    let callee = chain.callee
    let hash = tokens[callee].payload
    if state.isEager, chain.isPath, !chain.isOpaque, !chain.isImplicit,
      chain.names.count == 1
        || chain.names.count == 2 && tokens[chain.names[0]].word == .self
    {
      facts.entities[state.entity].calls.insert(hash)
    }
    let isMethod = chain.names.count > 1 || chain.isImplicit || chain.isOpaque || chain.hasCall
    switch hash {
    case Known.withDependencies, Known.withValues, Known.withTestDependencies, Known.withValue:
      guard !isMethod || hash != Known.withDependencies,
        hash == Known.withDependencies || isStaticOfDependencyValues(chain)
      else { return Call(role: .inline) }
      let isFrom = open.map { kind($0 + 1) == .identifier && name($0 + 1) == "from" } ?? false
      let scope = addOverrideScope(isFrom ? .from : .override, at: callee, parent: state.overrides)
      if hash == Known.withValue, let open, let target = keyTarget(at: open + 1) {
        facts.overrides.append(
          OverrideFact(target: target, scope: scope, offset: tokens[open].start))
      }
      // A closure that is not written here may override anything.
      if let open, let first = unlabelledArgument(after: open, skipping: isFrom),
        kind(first) != .openBrace, hash == Known.withDependencies
      {
        facts.overrideScopes[scope].isOpaque = true
      }
      if isFrom, closures.count == 1, closures[0].label < 0, !hasOperation(open) {
        return Call(role: .operating(scope))
      }
      return Call(role: .overriding(scope))
    case Known.prepareDependencies where !isMethod:
      let scope = addOverrideScope(.prepare, at: callee, parent: state.overrides)
      if closures.isEmpty, let open, kind(open + 1) != .openBrace {
        facts.overrideScopes[scope].isOpaque = true
      }
      return Call(role: .overriding(scope))
    case Known.withEscapedDependencies where !isMethod:
      return Call(role: .escapedOperation)
    case Known.yield where isMethod:
      return Call(
        role: .yielding(addOverrideScope(.carried, at: callee, parent: state.overrides)))
    case Known.task where !isMethod:
      return Call(role: .deferred)
    case Known.detached
    where chain.names.count == 2 && tokens[chain.names[0]].payload == Known.task:
      return Call(role: .escaping(.detachedTask))
    case Known.async, Known.asyncAfter:
      return isMethod ? Call(role: .escaping(.dispatchQueue)) : Call()
    case Known.addOperation, Known.addBarrierBlock:
      return isMethod ? Call(role: .escaping(.operationQueue)) : Call()
    case Known.detachNewThread:
      return Call(role: .escaping(.thread))
    case Known.thread where !isMethod:
      if !closures.isEmpty || open.map({ name($0 + 1) == "block" }) == true {
        return Call(role: .escaping(.thread))
      }
    case Known.scheduledTimer:
      return Call(role: .escaping(.timer))
    case Known.timer where !isMethod:
      return Call(role: .escaping(.timer))
    case Known.concurrentPerform where isMethod:
      return Call(role: .escaping(.dispatchQueue))
    case Known.dispatchWorkItem where !isMethod:
      return Call(role: .escaping(.callback))
    case Known.sink, Known.dataTask, Known.addObserver:
      return isMethod ? Call(role: .escaping(.callback)) : Call()
    case Known.randomElement, Known.shuffled, Known.shuffle:
      // With a generator given, the program has chance in hand already.
      if isMethod, closures.isEmpty, let open, match(open) == open + 1 {
        addEffect(
          "\(name(callee))()", remedy: Effects.chance, type: "", at: callee)
      }
    case Known.register, Known.autoregister:
      if isMethod || state.type >= 0, let open,
        let registration = beginRegistration(
          hash == Known.register, open: open, at: callee, closures)
      {
        chain.registration = registration
        return Call(role: .registering(registration))
      }
    case Known.forward:
      if isMethod, let open { noteForward(at: open, callee) }
    case Known.resolve, Known.require:
      if isMethod, let open, let (service, name, count) = serviceArguments(at: open) {
        facts.resolutions.append(
          ResolutionFact(
            form: .resolve, service: service, name: name, argumentCount: count,
            place: place(callee)))
      }
    case Known.initCompleted:
      if chain.registration >= 0 { return Call(role: .deferred) }
    case Known.dependencies where chain.isImplicit && state.traits >= 0:
      return Call(role: .traits(state.traits))
    default:
      break
    }
    noteCreation(chain, open: open, closures: closures)
    let isWithFunction = isWithFunction(callee)
    let isInline = inlineNames.contains(hash) || isWithFunction
    if !closures.isEmpty, !isCapitalized(callee), isOwnFunction(chain),
      !Known.withFunctions.contains(hash)
    {
      let scope = addOverrideScope(.helper, at: callee, parent: state.overrides)
      facts.overrideScopes[scope].name = hash
      facts.overrideScopes[scope].isWithFunction = isWithFunction
      return Call(role: .helping(scope, isInline: isInline))
    }
    return isInline ? Call(role: .inline) : Call()
  }

  /// A function that is called by its name alone, on `self` or on a type.
  private func isOwnFunction(_ chain: Chain) -> Bool {
    guard chain.isPath, !chain.isOpaque, !chain.isImplicit else { return false }
    return chain.names.count == 1
      || chain.names.count == 2
        && (tokens[chain.names[0]].word == .self || isCapitalized(chain.names[0]))
  }

  private func hasOperation(_ open: Int?) -> Bool {
    guard let open else { return false }
    var index = open + 1
    let close = match(open)
    while index + 1 < close {
      if kind(index) == .identifier, kind(index + 1) == .colon, name(index) == "operation" {
        return true
      }
      index = tokens[index].isOpening ? match(index) + 1 : index + 1
    }
    return false
  }

  private func isStaticOfDependencyValues(_ chain: Chain) -> Bool {
    chain.names.count >= 2
      && tokens[chain.names[chain.names.count - 2]].payload == Known.dependencyValues
  }

  /// `withLock`, `withCheckedContinuation` and their like run their closure before they return.
  private func isWithFunction(_ index: Int) -> Bool {
    let start = Int(tokens[index].start)
    guard tokens[index].end - tokens[index].start > 4 else { return false }
    return file.bytes[start..<(start + 4)].elementsEqual("with".utf8)
      && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(file.bytes[start + 4])
  }

  private func unlabelledArgument(after open: Int, skipping isFrom: Bool) -> Int? {
    var index = open + 1
    let close = match(open)
    while index < close {
      let isLabelled = kind(index) == .identifier && kind(index + 1) == .colon
      if !isLabelled { return index }
      while index < close, kind(index) != .comma {
        index = tokens[index].isOpening ? match(index) + 1 : index + 1
      }
      index += 1
    }
    return nil
  }

  // MARK: - What a chain says

  /// Records what a call creates, and the effects that it has.
  private mutating func noteCreation(
    _ chain: Chain, open: Int?, closures: [(label: Int, brace: Int)]
  ) {
    guard chain.isPath, !chain.isOpaque, let last = chain.names.last else { return }
    let isEmpty = closures.isEmpty && open.map { match($0) == $0 + 1 } == true
    if isCapitalized(last), !chain.isImplicit {
      guard !Known.standardTypes.contains(tokens[last].payload) else { return }
      let type = source(chain.start, last + 1).withoutGenericArguments
      if isEmpty, let remedy = Effects.initializers[type] {
        addEffect("\(type)()", remedy: remedy, type: type, at: chain.start)
      }
      facts.creations.append(CreationFact(type: type, place: place(chain.start)))
      noteUnimplementedArguments(open)
      return
    }
    if tokens[last].word == .`init` || tokens[last].payload == Known.make {
      if chain.isImplicit, chain.names.count == 1 {
        facts.creations.append(CreationFact(type: "", place: place(chain.start)))
        noteUnimplementedArguments(open)
      } else if chain.names.count > 1, isCapitalized(chain.names[chain.names.count - 2]) {
        let type = source(chain.start, chain.names[chain.names.count - 2] + 1)
          .withoutGenericArguments
        if isEmpty, let remedy = Effects.initializers[type] {
          addEffect("\(type)()", remedy: remedy, type: type, at: chain.start)
        }
        facts.creations.append(CreationFact(type: type, place: place(chain.start)))
        noteUnimplementedArguments(open)
      }
    }
  }

  private mutating func addEffect(_ text: String, remedy: String, type: String, at index: Int) {
    facts.effects.append(
      EffectFact(text: text, remedy: remedy, place: place(index), type: type))
  }

  private mutating func noteUnimplementedArguments(_ open: Int?) {
    guard let open else { return }
    var index = open + 1
    let close = match(open)
    while index + 2 < close {
      if kind(index) == .identifier, kind(index + 1) == .colon,
        tokens[index + 2].payload == Known.unimplemented, kind(index + 3) == .openParenthesis
      {
        let arguments = source(index + 4, match(index + 3))
        if !arguments.contains("placeholder:"), !arguments.contains("throwing:") {
          facts.unimplementedArguments.append(
            UnimplementedArgumentFact(
              creation: facts.creations.count - 1, label: name(index),
              offset: tokens[index + 2].start))
        }
      }
      index = tokens[index].isOpening ? match(index) + 1 : index + 1
    }
  }

  /// Records what a whole chain reads or overrides, once its end is known.
  mutating func finish(_ chain: Chain, at next: Int, to end: Int) {
    noteOverride(chain, at: next, to: end)
    guard !chain.names.isEmpty, !chain.isOpaque else { return }
    noteCurrentRead(chain)
    let first = chain.names[0]
    if chain.isImplicit {
      guard facts.entities[state.entity].isStatic || facts.entities[state.entity].annotation != nil
      else { return }
      facts.staticReferences.append(
        StaticReferenceFact(type: "", member: name(first), place: place(first)))
      return
    }
    guard isCapitalized(first) else { return }
    for (position, member) in chain.names.enumerated().dropFirst()
    where !isCapitalized(member) {
      let token = tokens[member]
      if token.word == .self || token.word == .`init` { break }
      let type = source(first, chain.names[position - 1] + 1).withoutGenericArguments
      let text = name(member)
      noteStaticEffect(chain, type: type, member: text, at: first, isCalled: chain.hasCall)
      facts.staticReferences.append(
        StaticReferenceFact(type: type, member: text, place: place(first)))
      break
    }
  }

  private mutating func noteStaticEffect(
    _ chain: Chain, type: String, member: String, at index: Int, isCalled: Bool
  ) {
    if member == "random", isCalled {
      // With a generator given, the program has chance in hand already.
      var open = chain.names[chain.names.count - 1] + 1
      if open < tokens.count, kind(open) != .openParenthesis { open += 1 }
      if kind(open) == .openParenthesis, source(open, match(open)).contains("using:") { return }
      addEffect(
        "\(type).random", remedy: Effects.chance, type: type, at: index
      )
      return
    }
    if let remedy = Effects.members["\(type).\(member)"] {
      addEffect(
        "\(type).\(member)", remedy: remedy,
        type: type, at: index)
    }
  }

  private mutating func noteCurrentRead(_ chain: Chain) {
    // `DependencyValues._current.name` and `DependencyValues._current[Key.self]`.
    guard chain.names.count >= 2,
      let values = chain.names.firstIndex(where: { tokens[$0].payload == Known.dependencyValues }),
      values + 1 < chain.names.count, tokens[chain.names[values + 1]].payload == Known.current
    else { return }
    let target: KeyTarget
    if let key = chain.keySubscript {
      target = .type(key)
    } else if values + 2 < chain.names.count {
      target = .property(name(chain.names[values + 2]))
    } else {
      return
    }
    facts.reads.append(
      ReadFact(
        target: target, form: .current, variable: "", place: place(chain.start), isLocal: true,
        isStatic: false, isGlobal: false, access: .private, isUsedEagerly: state.isEager,
        isUsed: true, type: -1))
  }

  private mutating func noteOverride(_ chain: Chain, at next: Int, to end: Int) {
    guard state.updating >= 0, let first = chain.names.first, !chain.isImplicit else { return }
    let token = tokens[first]
    let isParameter =
      token.kind == .dollar ? name(first) == "$0" : token.payload == state.updateName
    guard isParameter, state.updateName == 0 || token.kind != .dollar else { return }
    let isAssigned =
      next < end
      && (kind(next) == .equal
        || kind(next) == .operation && tokens[next].end > tokens[next].start + 1
          && file.bytes[Int(tokens[next].end) - 1] == UInt8(ascii: "=")
          && !["==", "!=", "<=", ">=", "===", "!=="].contains(text(next)))
    var target: KeyTarget?
    if chain.names.count > 1 {
      target = .property(name(chain.names[1]))
    } else if let key = chain.keySubscript, chain.isKeySubscriptFirst {
      target = .type(key)
    }
    guard let target else {
      // The whole value is handed on or replaced, or a key path decides.
      facts.overrideScopes[state.updating].isOpaque = true
      return
    }
    if chain.hasCall, chain.names.count == 2 {
      // A function of `DependencyValues` may set anything.
      facts.overrideScopes[state.updating].isOpaque = true
    } else if isAssigned || chain.hasCall
      || first > 0 && isOperator(first - 1, "&")
    {
      facts.overrides.append(
        OverrideFact(target: target, scope: state.updating, offset: token.start))
    }
  }

  private mutating func readTrait(at index: Int, to end: Int, scope: Int) {
    guard kind(index) == .period, kind(index + 1) == .identifier else {
      // The name that is shown, or a trait of the program's own, which may override anything.
      if kind(index) != .string { facts.overrideScopes[scope].isOpaque = true }
      return
    }
    let hash = tokens[index + 1].payload
    guard hash == Known.dependency else {
      let isHanded =
        hash == Known.dependencies && kind(index + 2) == .openParenthesis
        && kind(index + 3) != .openBrace && kind(index + 3) != .closeParenthesis
      if isHanded || hash != Known.dependencies && !Known.traits.contains(hash) {
        facts.overrideScopes[scope].isOpaque = true
      }
      return
    }
    guard kind(index + 2) == .openParenthesis else { return }
    let open = index + 2
    if let target = keyTarget(at: open + 1) {
      facts.overrides.append(
        OverrideFact(target: target, scope: scope, offset: tokens[index].start))
    } else if kind(open + 1) == .identifier, isCapitalized(open + 1) {
      facts.overrides.append(
        OverrideFact(target: .type(name(open + 1)), scope: scope, offset: tokens[index].start))
    } else {
      facts.overrideScopes[scope].isOpaque = true
    }
  }

  // MARK: - Keys and services

  /// What `\.name`, `\DependencyValues.name` or `Key.self` names.
  func keyTarget(at start: Int) -> KeyTarget? {
    if kind(start) == .backslash {
      var index = start + 1
      if kind(index) == .identifier {
        while kind(index + 1) == .period, kind(index + 2) == .identifier,
          tokens[index].payload != Known.dependencyValues
        {
          index += 2
        }
        guard tokens[index].payload == Known.dependencyValues else { return nil }
        index += 1
      }
      guard kind(index) == .period, kind(index + 1) == .identifier else { return nil }
      return .property(name(index + 1))
    }
    guard let type = metatype(at: start) else { return nil }
    return .type(type.withoutGenericArguments)
  }

  /// The type that `Type.self` names.
  func metatype(at start: Int) -> String? {
    var index = start
    guard
      kind(index) == .identifier || kind(index) == .openParenthesis || kind(index) == .openBracket
    else { return nil }
    let isParenthesized = kind(index) == .openParenthesis
    index = skipType(at: start, to: tokens.count - 1)
    guard index > start else { return nil }
    // `skipType` takes `.self` for the name of a nested type.
    if index - start >= 2, tokens[index - 1].word == .self, kind(index - 2) == .period {
      let end = index - 2
      return isParenthesized && match(start) + 1 == end
        ? source(start + 1, end - 1) : source(start, end)
    }
    return nil
  }

  func subscriptKey(_ open: Int) -> String? {
    guard let type = metatype(at: open + 1) else { return nil }
    return type.withoutGenericArguments
  }

  /// The service, its name and the number of its arguments in the parentheses of `resolve` and its like.
  func serviceArguments(at open: Int) -> (String, ServiceName, Int?)? {
    guard let service = metatype(at: open + 1) else { return nil }
    var serviceName = ServiceName.none
    var count = 0
    var isCounting = false
    forEachArgument(after: open) { label, start, end in
      switch label {
      case "name": serviceName = self.serviceName(at: start, to: end)
      case "argument", "arguments":
        isCounting = true
        count += 1
      case nil:
        if isCounting { count += 1 }
      default: break
      }
    }
    return (service, serviceName, count)
  }

  private func serviceName(at start: Int, to end: Int) -> ServiceName {
    if kind(start) == .string, end == start + 1 {
      return .literal(text(start).trimmingQuotes)
    }
    if tokens[start].word == .nil { return .none }
    return .dynamic
  }

  private func forEachArgument(after open: Int, _ body: (String?, Int, Int) -> Void) {
    let close = match(open)
    var index = open + 1
    while index < close {
      var label: String?
      if kind(index) == .identifier, kind(index + 1) == .colon, index + 1 < close {
        label = name(index)
        index += 2
      }
      let start = index
      while index < close, kind(index) != .comma {
        if isOperator(index, "<"), let next = skipAngles(at: index, to: close) {
          index = next
        } else {
          index = tokens[index].isOpening ? min(match(index) + 1, close) : index + 1
        }
      }
      body(label, start, index)
      index += 1
    }
  }

  private mutating func beginRegistration(
    _ isRegister: Bool, open: Int, at callee: Int, _ closures: [(label: Int, brace: Int)]
  ) -> Int? {
    guard let service = metatype(at: open + 1) else { return nil }
    var serviceName = ServiceName.none
    var implementation: String?
    var factoryBrace = closures.first?.brace
    var hasFactory = factoryBrace != nil
    forEachArgument(after: open) { label, start, end in
      switch label {
      case "name": serviceName = self.serviceName(at: start, to: end)
      case "initializer":
        hasFactory = true
        // `Type.init`, or a closure that names it.
        if end - start >= 3, tokens[end - 1].word == .`init` {
          implementation = source(start, end - 2).withoutGenericArguments
        } else if kind(end - 1) == .closeParenthesis, isCapitalized(start) {
          var last = start
          while kind(last + 1) == .period, kind(last + 2) == .identifier { last += 2 }
          implementation = source(start, tokens[last].word == .`init` ? last - 1 : last + 1)
        }
      case "factory":
        hasFactory = true
        if kind(start) == .openBrace { factoryBrace = start }
      default:
        if kind(start) == .openBrace, factoryBrace == nil {
          factoryBrace = start
          hasFactory = true
        }
      }
    }
    guard hasFactory else { return nil }
    let factory = addEntity(.factory, name: service, at: callee)
    facts.registrations.append(
      RegistrationFact(
        form: isRegister ? .register : .autoregister, service: service, name: serviceName,
        argumentCount: factoryBrace.flatMap { parameterCount(of: $0) }.map { max(0, $0 - 1) },
        scope: nil,
        factory: factory, implementation: implementation, place: place(callee)))
    return facts.registrations.count - 1
  }

  /// `container.forward(Service.self, to: entry)`: what the entry makes is another service as well.
  private mutating func noteForward(at open: Int, _ callee: Int) {
    guard let service = metatype(at: open + 1) else { return }
    var serviceName = ServiceName.none
    var isForward = false
    forEachArgument(after: open) { label, start, end in
      if label == "name" { serviceName = self.serviceName(at: start, to: end) }
      if label == "to" { isForward = true }
    }
    guard isForward else { return }
    facts.registrations.append(
      RegistrationFact(
        form: .register, service: service, name: serviceName, argumentCount: nil, scope: nil,
        factory: -1, implementation: nil, place: place(callee)))
  }

  /// How many parameters a closure takes, or `nil` if that cannot be told.
  private func parameterCount(of brace: Int) -> Int? {
    if let signature = closureSignature(at: brace) { return signature.count }
    // In braces inside, `$0` belongs to another closure, or to this one if they are those of a statement.
    var highest = 0
    var highestInside = 0
    var insideEnd = brace
    let end = match(brace)
    guard end - brace < 4_000 else { return nil }
    for index in (brace + 1)..<max(brace + 1, end) {
      if kind(index) == .openBrace, index > insideEnd { insideEnd = match(index) }
      guard kind(index) == .dollar, let number = Int(text(index).dropFirst()) else { continue }
      if index < insideEnd {
        highestInside = max(highestInside, number + 1)
      } else {
        highest = max(highest, number + 1)
      }
    }
    return highestInside > max(highest, 1) ? nil : highest
  }

  /// Reads what calls after `register` say about the registration.
  private mutating func complete(
    chain: inout Chain, open: Int?, closures: [(label: Int, brace: Int)]
  ) {
    guard chain.registration >= 0, let open, chain.callee >= 0 else { return }
    switch tokens[chain.callee].payload {
    case Known.inObjectScope:
      var scope = source(open + 1, match(open))
      for prefix in ["ObjectScope.", "."] where scope.hasPrefix(prefix) {
        scope.removeFirst(prefix.count)
      }
      facts.registrations[chain.registration].scope = scope
    case Known.implements:
      var added: [(String, ServiceName, UInt32)] = []
      forEachArgument(after: open) { label, start, end in
        if label == "name" {
          if !added.isEmpty { added[added.count - 1].1 = serviceName(at: start, to: end) }
        } else if let service = metatype(at: start) {
          added.append((service, .none, tokens[start].start))
        }
      }
      for forward in added {
        facts.registrations[chain.registration].forwards.append(
          (service: forward.0, name: forward.1, offset: forward.2))
      }
    default: break
    }
  }

  // MARK: - Closures

  struct ClosureSignature {
    var count = 0
    var first: UInt32 = 0
    /// The index of the first token of the body.
    var body: Int
    var captures: (Int, Int)?
  }

  func closureSignature(at brace: Int) -> ClosureSignature? {
    let close = match(brace)
    var index = brace + 1
    var captures: (Int, Int)?
    while index < close, kind(index) == .at {
      index += 2
      if kind(index) == .openParenthesis, !tokens[index].isDetached { index = match(index) + 1 }
    }
    if index < close, kind(index) == .openBracket {
      captures = (index + 1, match(index))
      index = match(index) + 1
    }
    var signature = ClosureSignature(body: index, captures: captures)
    if index < close, kind(index) == .openParenthesis {
      let end = match(index)
      var parameter = index + 1
      while parameter < end {
        if signature.count == 0, kind(parameter) == .identifier {
          let hasTwo = kind(parameter + 1) == .identifier
          signature.first = tokens[hasTwo ? parameter + 1 : parameter].payload
        }
        signature.count += 1
        while parameter < end, kind(parameter) != .comma {
          if isOperator(parameter, "<"), let next = skipAngles(at: parameter, to: end) {
            parameter = next
          } else {
            parameter = tokens[parameter].isOpening ? match(parameter) + 1 : parameter + 1
          }
        }
        parameter += 1
      }
      index = end + 1
    } else {
      while index < close, kind(index) == .identifier, tokens[index].word != .in,
        tokens[index].word != .async, tokens[index].word != .throws
      {
        if signature.count == 0 { signature.first = tokens[index].payload }
        signature.count += 1
        index += 1
        if kind(index) == .comma { index += 1 } else { break }
      }
    }
    while index < close {
      switch word(index) {
      case .async, .rethrows: index += 1
      case .throws:
        index += 1
        if kind(index) == .openParenthesis { index = match(index) + 1 }
      case .in:
        signature.body = index + 1
        return signature
      default:
        guard kind(index) == .arrow else {
          return nil
        }
        index = skipType(at: index + 1, to: close)
      }
    }
    return nil
  }

  mutating func scanClosure(at brace: Int, to end: Int, as role: ClosureRole) {
    let close = min(match(brace), end)
    let signature = closureSignature(at: brace)
    if let captures = signature?.captures {
      nested { $0.scanTuple(from: captures.0, to: min(captures.1, close)) }
    }
    nested { parser in
      parser.state.forbidsTrailingClosure = false
      switch role {
      case .inline:
        break
      case .deferred:
        parser.state.isEager = false
        parser.state.closureDepth += 1
      case .yielding(let scope):
        parser.state.escape = nil
        parser.state.overrides = scope
      case .escaping(let escape):
        parser.state.isEager = false
        parser.state.escape = escape
        parser.state.closureDepth += 1
      case .updating(let scope):
        parser.state.updating = scope
        parser.state.updateName = signature.map { $0.count > 0 ? $0.first : 0 } ?? 0
        parser.state.isEager = false
      case .operating(let scope):
        parser.state.overrides = scope
        parser.state.updating = -1
        parser.state.escape = nil
      case .helping(let scope, let isInline):
        parser.state.overrides = scope
        if !isInline {
          parser.state.isEager = false
          parser.state.closureDepth += 1
        }
      case .factory(let registration):
        let factory = parser.facts.registrations[registration].factory
        parser.enter(factory)
      }
      parser.parseItems(from: signature?.body ?? brace + 1, to: close, in: .code)
    }
  }
}

extension String {
  var trimmingQuotes: String {
    var view = Substring(self)
    while view.first == "\"" || view.first == "#" { view.removeFirst() }
    while view.last == "\"" || view.last == "#" { view.removeLast() }
    return String(view)
  }
}
