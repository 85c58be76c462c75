/// An entity, wherever its file is.
struct EntityID: Hashable, Comparable, Sendable {
  var file: Int
  var index: Int

  static func < (left: Self, right: Self) -> Bool {
    (left.file, left.index) < (right.file, right.index)
  }
}

/// A fact of some list, wherever its file is.
struct FactID: Hashable, Comparable, Sendable {
  var file: Int
  var index: Int

  static func < (left: Self, right: Self) -> Bool {
    (left.file, left.index) < (right.file, right.index)
  }
}

/// A place in the source, ready to be printed.
public struct SourcePosition: Sendable, Hashable, Comparable {
  public var path: String
  public var line: Int
  /// In bytes from one, as compilers count.
  public var column: Int
  /// Whether the column is that of a character as well: not on a line with characters of more than one byte.
  public var isColumnOfCharacter = true

  public static func < (left: Self, right: Self) -> Bool {
    (left.path, left.line, left.column) < (right.path, right.line, right.column)
  }

  public var description: String { "\(path):\(line):\(column)" }
}

/// A type with everything that its declaration and its extensions say.
struct ProgramType {
  var id: Int
  var path: String
  var module: String
  var kind: TypeFact.Kind
  /// Whether its declaration is among the sources, rather than only extensions of it.
  var isDeclared: Bool
  var file: Int
  var offset: UInt32
  var access: AccessLevel
  var isTest: Bool
  var attributes: [AttributeFact] = []
  var inherited: [(name: String, file: Int, offset: UInt32)] = []
  var entities: [EntityID] = []
  /// The names of its generic parameters and associated types.
  var generics: Set<String> = []
  var isReference: Bool { kind == .class || kind == .actor }
}

/// All files together, with names resolved across them.
struct Program {
  let files: [FileFacts]
  let locations: [SourceLocation]
  private(set) var types: [ProgramType] = []
  private(set) var typeOfFact: [[Int]] = []
  private var typesByName: [String: [Int]] = [:]
  private var aliases: [String: [(file: Int, target: String)]] = [:]
  private(set) var keys: [Key] = []
  private var keyOfType: [Int: Int] = [:]
  private var valueAliases: [Int: String] = [:]
  private var keyOfProperty: [String: [Int]] = [:]
  private(set) var reads: [Read] = []
  /// The reads that are properties of a type.
  private(set) var propertiesOfType: [Int: [Int]] = [:]
  private(set) var readsOfEntity: [EntityID: [Int]] = [:]
  private(set) var creations: [Creation] = []
  private(set) var creationsOfEntity: [EntityID: [Int]] = [:]
  private(set) var staticReferences: [EntityID: [(entity: EntityID, place: Place)]] = [:]
  private(set) var services: [Service] = []
  private var servicesByType: [String: [Int]] = [:]
  private(set) var resolutions: [Resolution] = []
  private(set) var resolutionsOfEntity: [EntityID: [Int]] = [:]
  private(set) var overrides: [FactID: [Int]] = [:]
  /// The names of functions that run what they are given under overrides, and of all functions.
  private var overridingFunctions: Set<UInt32> = []
  private var functionNames: Set<UInt32> = []
  private(set) var prepared: [(key: Int, file: Int, offset: UInt32, scope: Int)] = []
  private(set) var functionsByName: [UInt32: [EntityID]] = [:]
  private(set) var importsOfModule: [String: Set<String>] = [:]
  /// Names used behind a dot, by file, and anywhere at all.
  private(set) var memberMentions: [Set<UInt32>] = []
  private(set) var allMemberMentions: Set<UInt32> = []
  private(set) var allMentions: Set<UInt32> = []
  /// What stands in extensions of `DependencyValues`.
  private(set) var membersOfValues: [EntityID] = []
  private(set) var entitiesByHash: [Int: [UInt32: [EntityID]]] = [:]

  struct Key {
    var id: Int
    var name: String
    var type: Int?
    var module: String
    var file: Int
    var offset: UInt32
    var access: AccessLevel
    var properties: [(name: String, entity: EntityID)] = []
    var live: [KeyValue] = []
    var preview: [KeyValue] = []
    var test: [KeyValue] = []
    var conformsToLive = false
    /// Whether a protocol that is not among the sources may bring values with it.
    var isUncertain = false
    var valueType: String?
    var scope: String?
    var isBuiltIn = false
    var isEntry = false
    var isTest = false
    var reads: [Int] = []

    var hasLive: Bool { conformsToLive || !live.isEmpty }
    var displayName: String {
      if isBuiltIn { return "\\.\(name)" }
      return properties.first.map { "\\.\($0.name)" } ?? "\(name).self"
    }
  }

  struct KeyValue {
    var entity: EntityID?
    var file: Int
    var offset: UInt32
  }

  struct Read {
    var id: Int
    var fact: FactID
    var entity: EntityID
    var key: Int?
    var isTest: Bool
    /// The type of which it is a property.
    var type: Int?
  }

  struct Creation {
    var entity: EntityID
    var type: Int
    var place: Place
    var isAttribute: Bool
  }

  struct Service {
    var id: Int
    var type: String
    var name: ServiceName
    var registration: FactID
    var forwardOffset: UInt32?
    var isTest: Bool
    var displayName: String {
      switch name {
      case .none: type
      case .literal(let text): "\(type) “\(text)”"
      case .dynamic: "\(type) (computed name)"
      }
    }
  }

  struct Resolution {
    var fact: FactID
    var entity: EntityID
    var type: String
    var isOptional: Bool
    var isProvider: Bool
    var service: Int?
    var isTest: Bool
  }

  // MARK: - Looking up

  func entity(_ id: EntityID) -> EntityFact { files[id.file].entities[id.index] }

  func position(_ file: Int, _ offset: UInt32) -> SourcePosition {
    let (line, column) = files[file].lines.position(of: offset)
    return SourcePosition(
      path: files[file].path, line: line, column: column,
      isColumnOfCharacter: files[file].lines.isNarrow(line))
  }

  func isTest(_ id: EntityID) -> Bool {
    if locations[id.file].isTest { return true }
    var current: EntityFact? = entity(id)
    var steps = 0
    while let fact = current, steps < 64 {
      if fact.attributes.contains(where: { $0.name == "Test" }) { return true }
      if fact.type >= 0 {
        let type = types[typeOfFact[id.file][fact.type]]
        if type.attributes.contains(where: { $0.name == "Suite" })
          || type.inherited.contains(where: { $0.name == "XCTestCase" })
        {
          return true
        }
      }
      current =
        fact.parent >= 0 && fact.kind != .topLevel ? files[id.file].entities[fact.parent] : nil
      steps += 1
    }
    return false
  }

  func type(of id: EntityID) -> Int? {
    let fact = entity(id)
    return fact.type >= 0 ? typeOfFact[id.file][fact.type] : nil
  }

  /// Whether a name is a generic parameter where the entity stands, so that it means no type in particular.
  func isGenericParameter(_ name: String, at id: EntityID) -> Bool {
    var current = id.index
    var steps = 0
    while current >= 0, steps < 64 {
      let fact = files[id.file].entities[current]
      if fact.generics.contains(name) { return true }
      current = fact.kind == .topLevel ? -1 : fact.parent
      steps += 1
    }
    guard let type = type(of: id) else { return false }
    var path = types[type].path[...]
    while true {
      let found = resolve(String(path), from: id.file).map { types[$0] }
      if found?.generics.contains(name) == true { return true }
      // Of a type that is declared elsewhere, the generic parameters are not known.
      if found?.isDeclared == false, resolve(name, from: id.file, in: type) == nil { return true }
      guard let dot = path.lastIndex(of: ".") else { return false }
      path = path[..<dot]
    }
  }

  /// The registrations of a service, by its normalised name.
  func services(of type: String, name: ServiceName) -> [Int] {
    servicesByType[type, default: []].filter { services[$0].name == name }
  }

  func services(of type: String) -> [Service] {
    servicesByType[type, default: []].map { services[$0] }
  }

  func key(ofType type: Int) -> Int? { keyOfType[type] }

  func key(of target: KeyTarget, from file: Int, in type: Int? = nil) -> Int? {
    switch target {
    case .property(let name):
      guard let candidates = keyOfProperty[name] else { return nil }
      if candidates.count == 1 { return candidates[0] }
      return candidates.first { keys[$0].file == file && !keys[$0].isBuiltIn }
        ?? candidates.first { keys[$0].module == locations[file].module }
        ?? candidates.first { !keys[$0].isBuiltIn } ?? candidates[0]
    case .type(let name):
      guard let type = resolve(name, from: file, in: type) else { return nil }
      return keyOfType[type]
    }
  }

  /// The type that a name means where it is written, or `nil` if none of the sources declares it.
  func resolve(_ text: String, from file: Int, in type: Int? = nil) -> Int? {
    resolve(text, from: file, in: type, depth: 0)
  }

  private func resolve(_ text: String, from file: Int, in type: Int?, depth: Int) -> Int? {
    guard depth < 8 else { return nil }
    let name = text.bareTypeName
    if name == "Self" { return type }
    if name.hasPrefix("Self."), let type {
      return resolve(
        types[type].path + name.dropFirst(4), from: file, in: nil, depth: depth + 1)
    }
    guard let last = name.split(separator: ".").last.map(String.init) else { return nil }
    if let candidates = typesByName[last] {
      // From the innermost enclosing type outwards, as the compiler looks.
      if let type {
        var prefix = types[type].path
        while true {
          let full = prefix + "." + name
          if let found = best(candidates.filter { types[$0].path == full }, from: file) {
            return found
          }
          guard let dot = prefix.lastIndex(of: ".") else { break }
          prefix = String(prefix[..<dot])
        }
      }
      if let found = best(candidates.filter { types[$0].path == name }, from: file) { return found }
      if let dot = name.firstIndex(of: ".") {
        let module = String(name[..<dot])
        let rest = String(name[name.index(after: dot)...])
        if let found = candidates.first(where: {
          types[$0].path == rest && types[$0].module == module
        }) {
          return found
        }
      }
    }
    if let targets = aliases[last] {
      let target =
        targets.first { $0.file == file }
        ?? targets.first { locations[$0.file].module == locations[file].module } ?? targets.first
      if let target, target.target.bareTypeName != name {
        return resolve(target.target, from: target.file, in: type, depth: depth + 1)
      }
    }
    return nil
  }

  private func best(_ candidates: [Int], from file: Int) -> Int? {
    if candidates.count <= 1 { return candidates.first }
    return candidates.first { types[$0].file == file }
      ?? candidates.first { types[$0].module == locations[file].module && types[$0].isDeclared }
      ?? candidates.first {
        types[$0].isDeclared
          && importsOfModule[locations[file].module, default: []].contains(types[$0].module)
      } ?? candidates.first { types[$0].isDeclared } ?? candidates.first
  }

  /// A service's type as both sides of a container write it.
  func serviceName(_ text: String, from file: Int, in type: Int?) -> (
    name: String, isOptional: Bool, isProvider: Bool
  ) {
    var name = text.bareTypeName
    var isOptional = text.trimmed.hasSuffix("?")
    var isProvider = false
    for wrapper in ["Optional", "Lazy", "Provider"] {
      if text.hasPrefix(wrapper + "<"), text.hasSuffix(">") {
        let inner = String(text.dropFirst(wrapper.count + 1).dropLast())
        var result = serviceName(inner, from: file, in: type)
        result.isOptional = result.isOptional || wrapper == "Optional"
        result.isProvider = result.isProvider || wrapper == "Provider"
        return result
      }
    }
    if isOptional { name = String(text.trimmed.dropLast()).bareTypeName }
    // Generic arguments distinguish services, so only names without them are resolved.
    if !text.contains("<"), let found = resolve(name, from: file, in: type) {
      return (types[found].path, isOptional, isProvider)
    }
    var full = text.trimmed
    if isOptional { full.removeLast() }
    for prefix in ["any ", "some ", "each "] where full.hasPrefix(prefix) {
      full.removeFirst(prefix.count)
    }
    if full.isEmpty { isOptional = false }
    isProvider = false
    return (full, isOptional, isProvider)
  }

  // MARK: - Building

  init(files: [FileFacts], locations: [SourceLocation]) {
    self.files = files
    self.locations = locations
    for (index, file) in files.enumerated() {
      importsOfModule[locations[index].module, default: []].formUnion(file.imports)
    }
    collectTypes()
    collectEntities()
    collectKeys()
    collectProperties()
    collectReads()
    collectCreations()
    collectOverrides()
    collectServices()
  }

  private mutating func collectTypes() {
    typeOfFact = files.map { Array(repeating: -1, count: $0.types.count) }
    for (fileIndex, file) in files.enumerated() {
      for alias in file.aliases {
        aliases[alias.name, default: []].append((fileIndex, alias.target))
      }
      for (index, fact) in file.types.enumerated() where fact.kind != .extension {
        typeOfFact[fileIndex][index] = types.count
        add(fact, in: fileIndex)
      }
    }
    for (fileIndex, file) in files.enumerated() {
      for (index, fact) in file.types.enumerated() where fact.kind == .extension {
        let enclosing = fact.parent >= 0 ? typeOfFact[fileIndex][fact.parent] : nil
        let found = resolve(fact.path, from: fileIndex, in: enclosing)
        let type: Int
        if let found {
          type = found
        } else {
          type = types.count
          add(fact, in: fileIndex)
        }
        typeOfFact[fileIndex][index] = type
        types[type].inherited += fact.inherited.map { ($0, fileIndex, fact.offset) }
        types[type].attributes += fact.attributes
        types[type].generics.formUnion(fact.generics)
      }
    }
  }

  private mutating func add(_ fact: TypeFact, in file: Int) {
    let type = ProgramType(
      id: types.count, path: fact.path, module: locations[file].module, kind: fact.kind,
      isDeclared: fact.kind != .extension, file: file, offset: fact.offset, access: fact.access,
      isTest: locations[file].isTest,
      attributes: fact.kind == .extension ? [] : fact.attributes,
      inherited: fact.kind == .extension ? [] : fact.inherited.map { ($0, file, fact.offset) },
      generics: Set(fact.generics))
    types.append(type)
    let last = fact.path.split(separator: ".").last.map(String.init) ?? fact.path
    typesByName[last, default: []].append(type.id)
  }

  private mutating func collectEntities() {
    for file in files {
      var members: Set<UInt32> = []
      for entity in file.entities {
        entity.memberMentions.forEach { members.insert($0) }
        entity.mentions.forEach { allMentions.insert($0) }
        entity.deferredMentions.forEach { allMentions.insert($0) }
      }
      allMemberMentions.formUnion(members)
      memberMentions.append(members)
    }
    for (fileIndex, file) in files.enumerated() {
      for alias in file.aliases where alias.name == "Value" && alias.type >= 0 {
        valueAliases[typeOfFact[fileIndex][alias.type]] = alias.target
      }
    }
    for (fileIndex, file) in files.enumerated() {
      for (index, entity) in file.entities.enumerated() {
        let id = EntityID(file: fileIndex, index: index)
        if entity.kind == .factory { continue }
        let hash = NameHash.of(entity.name)
        if entity.type >= 0 {
          let type = typeOfFact[fileIndex][entity.type]
          types[type].entities.append(id)
          entitiesByHash[type, default: [:]][hash, default: []].append(id)
        } else if entity.kind == .function {
          functionsByName[hash, default: []].append(id)
        }
        if entity.kind == .function { functionNames.insert(hash) }
      }
    }
  }

  // MARK: - Keys

  private static let keyProtocols: [String: (isLive: Bool, isScoped: Bool)] = [
    "TestDependencyKey": (false, false), "DependencyKey": (true, false),
    "ScopedDependencyKey": (true, true), "DerivedDependencyKey": (true, false),
  ]

  private struct Conformance {
    var isKey = false
    var isLive = false
    var isUncertain = false
    /// The protocols among the sources that may bring values.
    var providers: [Int] = []
  }

  /// The key protocols that a type conforms to, directly or through types among the sources.
  ///
  /// - Parameter known: What was found already; a type in it that is not done yet needs itself.
  private func keyConformance(of type: Int, known: inout [Int: Conformance]) -> Conformance {
    if let found = known[type] { return found }
    known[type] = Conformance()
    var result = Conformance()
    for inherited in types[type].inherited {
      for part in inherited.name.split(separator: "&") {
        let name = String(part).bareTypeName
        let last = name.split(separator: ".").last.map(String.init) ?? name
        if let protocolOfKeys = Self.keyProtocols[last] {
          result.isKey = true
          result.isLive = result.isLive || protocolOfKeys.isLive
        } else if let parent = resolve(name, from: inherited.file, in: type) {
          let above = keyConformance(of: parent, known: &known)
          result.isKey = result.isKey || above.isKey
          result.isLive = result.isLive || above.isLive
          result.isUncertain = result.isUncertain || above.isUncertain
          if above.isKey {
            result.providers += above.providers
            if types[parent].kind == .protocol { result.providers.append(parent) }
          }
        } else if last.hasSuffix("Key") {
          result.isUncertain = true
        }
      }
    }
    known[type] = result
    return result
  }

  private mutating func collectKeys() {
    var known: [Int: Conformance] = [:]
    for type in types where type.kind != .protocol {
      let conformance = keyConformance(of: type.id, known: &known)
      guard conformance.isKey else { continue }
      var key = Key(
        id: keys.count, name: type.path, type: type.id, module: type.module, file: type.file,
        offset: type.offset, access: type.access)
      key.conformsToLive = conformance.isLive
      key.isUncertain = conformance.isUncertain || !type.isDeclared
      key.isTest = type.isTest
      var providers: Set<Int> = []
      for provider in [type.id] + conformance.providers
      where providers.insert(provider).inserted {
        for id in types[provider].entities {
          let entity = self.entity(id)
          guard entity.isStatic else { continue }
          let value = KeyValue(entity: id, file: id.file, offset: entity.offset)
          switch entity.name {
          case "liveValue": key.live.append(value)
          case "previewValue": key.preview.append(value)
          case "testValue": key.test.append(value)
          case "scope" where entity.kind != .function: key.scope = ""
          default: continue
          }
          if key.valueType == nil, entity.name != "scope", let annotation = entity.annotation {
            key.valueType = annotation == "Self" ? type.path : annotation
          }
        }
      }
      if let alias = valueAliases[type.id] { key.valueType = alias }
      if type.inherited.contains(where: { $0.name.bareTypeName.hasSuffix("ScopedDependencyKey") }) {
        key.scope = key.scope ?? ""
      } else {
        key.scope = nil
      }
      if key.valueType == nil, type.kind == .struct || type.isReference {
        key.valueType = type.path
      }
      keyOfType[type.id] = keys.count
      keys.append(key)
    }
  }

  /// The properties of `DependencyValues`, and the keys behind them.
  private mutating func collectProperties() {
    var pending: [(name: String, entity: EntityID)] = []
    for type in types where type.path.split(separator: ".").last == "DependencyValues" {
      membersOfValues += type.entities
      for id in type.entities {
        let entity = self.entity(id)
        guard entity.kind == .computedProperty || entity.kind == .storedProperty, !entity.isStatic
        else { continue }
        if let attribute = entity.attributes.first(where: { $0.name == "DependencyEntry" }) {
          addEntry(entity, attribute, id)
          continue
        }
        let subscripts = files[id.file].keySubscripts.filter { $0.place.entity == id.index }
        var found: Int?
        for fact in subscripts where found == nil {
          found = resolve(fact.type, from: id.file, in: type.id).flatMap { keyOfType[$0] }
        }
        if let key = found {
          keys[key].properties.append((entity.name, id))
          if keys[key].valueType == nil { keys[key].valueType = entity.annotation }
          keyOfProperty[entity.name, default: []].append(key)
        } else if subscripts.isEmpty {
          pending.append((entity.name, id))
        } else {
          // The key is declared elsewhere: what is known of it is its name.
          var key = Key(
            id: keys.count, name: subscripts[0].type, type: nil, module: locations[id.file].module,
            file: id.file, offset: entity.offset, access: entity.access)
          key.properties = [(entity.name, id)]
          key.isUncertain = true
          key.conformsToLive = true
          key.valueType = entity.annotation
          keyOfProperty[entity.name, default: []].append(key.id)
          keys.append(key)
        }
      }
    }
    // A property that reads another one is another name for its key.
    for _ in 0..<4 {
      let properties = keyOfProperty.sorted { $0.key < $1.key }
      for (name, id) in pending where keyOfProperty[name] == nil {
        let entity = self.entity(id)
        let matches = properties.filter {
          $0.key != name && entity.mentions.contains(NameHash.of($0.key))
        }
        if matches.count == 1, let key = matches[0].value.first {
          keyOfProperty[name] = [key]
          keys[key].properties.append((name, id))
        }
      }
    }
    for (name, hasTest) in Self.builtIn where keyOfProperty[name] == nil {
      var key = Key(
        id: keys.count, name: name, type: nil, module: "Dependencies", file: -1, offset: 0,
        access: .public)
      key.isBuiltIn = true
      key.conformsToLive = true
      if hasTest { key.test = [KeyValue(entity: nil, file: -1, offset: 0)] }
      keyOfProperty[name] = [key.id]
      keys.append(key)
    }
  }

  /// The values that the library brings, and whether tests may use them as they are.
  private static let builtIn: [(String, Bool)] = [
    ("assert", true), ("assertionFailure", true), ("calendar", false), ("container", true),
    ("context", true), ("continuousClock", true), ("date", false), ("fireAndForget", true),
    ("locale", false), ("mainQueue", true), ("mainRunLoop", true), ("notificationCenter", true),
    ("openURL", true), ("precondition", true), ("preferredLocales", false),
    ("suspendingClock", true), ("timeZone", false), ("urlSession", true), ("uuid", false),
    ("withRandomNumberGenerator", false),
  ]

  private mutating func addEntry(
    _ entity: EntityFact, _ attribute: AttributeFact, _ id: EntityID
  ) {
    var name = "__Key_\(entity.name)"
    if entity.access >= .package {
      let given =
        attribute.arguments.hasPrefix("\"") ? attribute.arguments.split(separator: ",")[0] : ""
      if !given.isEmpty {
        name = String(given).trimmingQuotes
      } else if let annotation = entity.annotation {
        name = annotation.bareTypeName.filter { $0.isLetter || $0.isNumber || $0 == "_" } + "Key"
      } else {
        name = entity.name.prefix(1).uppercased() + entity.name.dropFirst() + "Key"
      }
    }
    var key = Key(
      id: keys.count, name: name, type: nil, module: locations[id.file].module, file: id.file,
      offset: entity.offset, access: entity.access)
    key.isEntry = true
    key.properties = [(entity.name, id)]
    key.valueType = entity.annotation
    let value = KeyValue(entity: id, file: id.file, offset: entity.offset)
    if attribute.arguments.contains("liveValue:") { key.live = [value] }
    if attribute.arguments.contains("previewValue:") { key.preview = [value] }
    if entity.hasInitializer { key.test = [value] }
    key.isTest = locations[id.file].isTest
    keyOfProperty[entity.name, default: []].append(key.id)
    keys.append(key)
  }

  // MARK: - Uses

  private mutating func collectReads() {
    for (fileIndex, file) in files.enumerated() {
      for (index, fact) in file.reads.enumerated() {
        let id = EntityID(file: fileIndex, index: fact.place.entity)
        let type = self.type(of: id)
        let key = self.key(of: fact.target, from: fileIndex, in: type)
        let isProperty = fact.type >= 0 && !fact.isLocal && !fact.isStatic
        let read = Read(
          id: reads.count, fact: FactID(file: fileIndex, index: index), entity: id, key: key,
          isTest: isTest(id), type: isProperty ? typeOfFact[fileIndex][fact.type] : nil)
        if let key { keys[key].reads.append(read.id) }
        if let owner = read.type { propertiesOfType[owner, default: []].append(read.id) }
        readsOfEntity[id, default: []].append(read.id)
        reads.append(read)
      }
    }
  }

  func fact(_ read: Read) -> ReadFact { files[read.fact.file].reads[read.fact.index] }

  private mutating func collectCreations() {
    for (fileIndex, file) in files.enumerated() {
      for fact in file.creations {
        let id = EntityID(file: fileIndex, index: fact.place.entity)
        let enclosing = type(of: id)
        var found: Int?
        if fact.type.isEmpty {
          if let annotation = entity(id).annotation {
            found = resolve(annotation, from: fileIndex, in: enclosing)
          }
        } else {
          found = resolve(fact.type, from: fileIndex, in: enclosing)
        }
        guard let found, types[found].isDeclared else { continue }
        creationsOfEntity[id, default: []].append(creations.count)
        creations.append(
          Creation(entity: id, type: found, place: fact.place, isAttribute: fact.isAttribute))
      }
      for fact in file.staticReferences {
        let id = EntityID(file: fileIndex, index: fact.place.entity)
        let enclosing = type(of: id)
        let name = fact.type.isEmpty ? (entity(id).annotation ?? "") : fact.type
        guard !name.isEmpty, let found = resolve(name, from: fileIndex, in: enclosing),
          let members = entitiesByHash[found]?[NameHash.of(fact.member)]
        else { continue }
        for member in members where entity(member).isStatic && member != id {
          staticReferences[id, default: []].append((member, fact.place))
        }
      }
    }
  }

  /// Functions with an override in them, and those that hand a closure on to such a function.
  private mutating func collectOverridingFunctions() {
    var callers: [UInt32: [UInt32]] = [:]
    var queue: [UInt32] = []
    for file in files {
      for scope in file.overrideScopes where scope.place.entity >= 0 {
        let entity = file.entities[scope.place.entity]
        guard entity.kind == .function else { continue }
        switch scope.kind {
        case .override, .from: queue.append(NameHash.of(entity.name))
        case .helper: callers[scope.name, default: []].append(NameHash.of(entity.name))
        case .prepare, .trait, .carried: break
        }
      }
    }
    while let name = queue.popLast() {
      if overridingFunctions.insert(name).inserted { queue += callers[name, default: []] }
    }
  }

  /// Whether a scope may override keys that cannot be told from the source.
  func isOpaque(_ scope: OverrideScopeFact) -> Bool {
    if scope.kind != .helper { return scope.isOpaque }
    return overridingFunctions.contains(scope.name)
      || scope.isWithFunction && !functionNames.contains(scope.name)
  }

  private mutating func collectOverrides() {
    collectOverridingFunctions()
    for (fileIndex, file) in files.enumerated() {
      for fact in file.overrides {
        let scope = FactID(file: fileIndex, index: fact.scope)
        let scopeFact = file.overrideScopes[fact.scope]
        let id = EntityID(file: fileIndex, index: scopeFact.place.entity)
        guard let key = key(of: fact.target, from: fileIndex, in: type(of: id)) else { continue }
        overrides[scope, default: []].append(key)
        if scopeFact.kind == .prepare {
          prepared.append((key, fileIndex, fact.offset, fact.scope))
        }
      }
    }
  }

  // MARK: - Services

  private mutating func collectServices() {
    for (fileIndex, file) in files.enumerated() {
      for (index, fact) in file.registrations.enumerated() {
        let id = EntityID(file: fileIndex, index: fact.place.entity)
        let enclosing = type(of: id)
        let registration = FactID(file: fileIndex, index: index)
        services.append(
          Service(
            id: services.count,
            type: serviceName(fact.service, from: fileIndex, in: enclosing).name, name: fact.name,
            registration: registration, forwardOffset: nil, isTest: isTest(id)))
        for forward in fact.forwards {
          services.append(
            Service(
              id: services.count,
              type: serviceName(forward.service, from: fileIndex, in: enclosing).name,
              name: forward.name, registration: registration, forwardOffset: forward.offset,
              isTest: isTest(id)))
        }
      }
    }
    for service in services { servicesByType[service.type, default: []].append(service.id) }
    for (fileIndex, file) in files.enumerated() {
      for (index, fact) in file.resolutions.enumerated() {
        let id = EntityID(file: fileIndex, index: fact.place.entity)
        let isTest = self.isTest(id)
        let (type, isOptional, isProvider) = serviceName(
          fact.service, from: fileIndex, in: self.type(of: id))
        let service = servicesByType[type, default: []].first {
          services[$0].name == fact.name && (isTest || !services[$0].isTest)
        }
        resolutionsOfEntity[id, default: []].append(resolutions.count)
        resolutions.append(
          Resolution(
            fact: FactID(file: fileIndex, index: index), entity: id, type: type,
            isOptional: isOptional, isProvider: isProvider, service: service, isTest: isTest))
      }
    }
  }

  func fact(_ service: Service) -> RegistrationFact {
    files[service.registration.file].registrations[service.registration.index]
  }

  func fact(_ resolution: Resolution) -> ResolutionFact {
    files[resolution.fact.file].resolutions[resolution.fact.index]
  }

  // MARK: - Questions that several rules ask

  /// The modules that import one of some libraries, or a module that does.
  func modules(thatSee libraries: Set<String>) -> Set<String> {
    var result: Set<String> = []
    var isGrowing = true
    while isGrowing {
      let known = result.union(libraries)
      let found = importsOfModule.filter { !known.isDisjoint(with: $0.value) }.map(\.key)
      isGrowing = !result.isSuperset(of: found)
      result.formUnion(found)
    }
    return result
  }

  /// The `@Dependency` properties of a type and of its superclasses.
  func dependencies(of type: Int) -> [Int] {
    superclasses(of: type).flatMap { propertiesOfType[$0, default: []] }
  }

  /// A type and the classes that it inherits from, as far as they are among the sources.
  func superclasses(of type: Int) -> [Int] {
    var result: [Int] = []
    var current: Int? = type
    // A longer line of ancestors is no class that people write, and may be a ring.
    while let id = current, result.count < 100, !result.contains(id) {
      result.append(id)
      current =
        types[id].kind == .class
        ? types[id].inherited.lazy.compactMap { resolve($0.name, from: $0.file, in: id) }
          .first { types[$0].kind == .class } : nil
    }
    return result
  }

  /// The override scopes around a place, innermost first.
  func overrideScopes(around place: Place, in file: Int) -> [Int] {
    var result: [Int] = []
    var current = place.overrides
    while current >= 0, result.count < 1_000 {
      result.append(current)
      current = files[file].overrideScopes[current].parent
    }
    return result
  }

  /// Whether the key may be overridden where the place is.
  func isOverridden(_ key: Int, at place: Place, in file: Int) -> Bool {
    overrideScopes(around: place, in: file).contains { scope in
      isOpaque(files[file].overrideScopes[scope])
        || overrides[FactID(file: file, index: scope), default: []].contains {
          $0 == key || keys[$0].properties.contains { $0.name == "context" }
            || keys[$0].name == "context"
        }
    }
  }
}

extension String {
  /// A type's name without `any`, brackets around it, marks of optionality and generic arguments.
  var bareTypeName: String {
    var name = withoutGenericArguments.trimmed
    var isChanging = true
    while isChanging {
      isChanging = false
      for prefix in [
        "any ", "some ", "@Sendable ", "@MainActor ", "@preconcurrency ", "@unchecked ",
        "@retroactive ", "nonisolated ", "isolated ",
      ]
      where name.hasPrefix(prefix) {
        name = String(name.dropFirst(prefix.count)).trimmed
        isChanging = true
      }
      if name.hasPrefix("("), name.hasSuffix(")"), !name.contains(","), !name.contains("->") {
        name = String(name.dropFirst().dropLast()).trimmed
        isChanging = true
      }
      if let last = name.last, last == "?" || last == "!" {
        name.removeLast()
        isChanging = true
      }
    }
    return name
  }
}
