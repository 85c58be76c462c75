/// What one file says that matters to the graph: the parser's result, before names are resolved across files.
struct FileFacts: Sendable {
  var path: String
  var lineCount = 0
  var imports: [String] = []
  var types: [TypeFact] = []
  var entities: [EntityFact] = []
  var aliases: [AliasFact] = []
  var reads: [ReadFact] = []
  var keySubscripts: [KeySubscriptFact] = []
  var overrideScopes: [OverrideScopeFact] = []
  var overrides: [OverrideFact] = []
  var creations: [CreationFact] = []
  var staticReferences: [StaticReferenceFact] = []
  var registrations: [RegistrationFact] = []
  var resolutions: [ResolutionFact] = []
  var effects: [EffectFact] = []
  var unimplementedArguments: [UnimplementedArgumentFact] = []
  var regions: [ConditionalRegion] = []
  var ignores: [(line: Int, rules: [String])] = []
  var errors: [SyntaxError] = []
  var lines = LineTable([])

  init(path: String) { self.path = path }

  /// The condition under which a place is compiled, outermost first, or `nil`.
  func condition(at offset: UInt32) -> String? {
    let enclosing = regions.filter { $0.start <= offset && offset < $0.end }
      .sorted { $0.start < $1.start }
    return enclosing.isEmpty ? nil : enclosing.map(\.condition).joined(separator: " && ")
  }
}

/// How far a declaration can be seen.
enum AccessLevel: UInt8, Sendable, Comparable {
  case `private`, `fileprivate`, `internal`, package, `public`, open

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

struct AttributeFact: Sendable {
  var name: String
  /// The text between the parentheses.
  var arguments: String
}

struct TypeFact: Sendable {
  enum Kind: String, Sendable { case `struct`, `class`, `enum`, actor, `protocol`, `extension` }
  var kind: Kind
  /// The name with those of the enclosing types, as written: `Feature.Model`.
  var path: String
  var inherited: [String]
  var attributes: [AttributeFact]
  var access: AccessLevel
  var offset: UInt32
  var parent: Int
  /// The overrides that the type's test traits make.
  var traits: Int
  /// The names of its generic parameters, or of a protocol's associated types.
  var generics: [String] = []
}

/// A member, a function or the top level of a file: something in which code runs.
struct EntityFact: Sendable {
  enum Kind: Sendable {
    case topLevel, storedProperty, computedProperty, function, initializer, deinitializer, factory
  }
  struct Parameter: Sendable {
    var label: String
    var type: String
    var hasDefault: Bool
  }
  var kind: Kind
  var name: String
  var type: Int
  var isStatic: Bool
  var isLazy: Bool
  var isConstant: Bool
  var hasInitializer: Bool
  var access: AccessLevel
  var attributes: [AttributeFact]
  var annotation: String?
  var parameters: [Parameter] = []
  var generics: [String] = []
  var offset: UInt32
  /// The entity that this one stands in, for local functions and factories.
  var parent: Int
  var traits: Int = -1
  /// Names that are read while the entity runs, in closures that it leaves behind, and behind a dot.
  var mentions = NameSet()
  var deferredMentions = NameSet()
  var memberMentions = NameSet()
  /// Functions of the same type or of the module that are called while the entity runs.
  var calls = NameSet()
}

/// A small set of name hashes, sorted once it is complete.
struct NameSet: Sendable {
  private var hashes: [UInt32] = []

  mutating func insert(_ hash: UInt32) {
    for known in hashes.suffix(8) where known == hash { return }
    hashes.append(hash)
  }

  mutating func seal() {
    hashes.sort()
    var unique: [UInt32] = []
    unique.reserveCapacity(hashes.count)
    for hash in hashes where unique.last != hash { unique.append(hash) }
    hashes = unique
  }

  func forEach(_ body: (UInt32) -> Void) { hashes.forEach(body) }

  func contains(_ hash: UInt32) -> Bool {
    var low = 0
    var high = hashes.count
    while low < high {
      let middle = (low + high) / 2
      if hashes[middle] < hash { low = middle + 1 } else { high = middle }
    }
    return low < hashes.count && hashes[low] == hash
  }
}

struct AliasFact: Sendable {
  var name: String
  var target: String
  var type: Int
}

/// Where a fact stands, and what will be true when the code there runs.
struct Place: Sendable {
  var offset: UInt32
  var entity: Int
  /// Whether the code runs while the entity does, rather than in a closure that is kept for later.
  var isEager: Bool
  /// What loses the current values on the way to this place, if anything does.
  var escape: Escape?
  /// The innermost override around this place.
  var overrides: Int
  /// Whether this is the closure that says what is overridden.
  var isInUpdate = false
}

/// Something that runs code without the values that were current where the code stands.
enum Escape: String, Sendable {
  case detachedTask = "in a detached task"
  case dispatchQueue = "on a dispatch queue"
  case operationQueue = "on an operation queue"
  case thread = "on a thread of its own"
  case timer = "in a timer"
  case callback = "in an escaping callback"

  /// Whether it is certain that the values are lost.
  var isCertain: Bool { self != .callback }
}

enum KeyTarget: Sendable, Hashable {
  /// `\.name` or `\.name.member`: the first component of a path from `DependencyValues`.
  case property(String)
  /// `Key.self`.
  case type(String)
}

struct ReadFact: Sendable {
  enum Form: Sendable { case wrapper, current }
  var target: KeyTarget
  var form: Form
  var variable: String
  var place: Place
  var isLocal: Bool
  var isStatic: Bool
  var isGlobal: Bool
  var access: AccessLevel
  /// For local variables: whether they are used where they are declared, rather than in a closure kept for later.
  var isUsedEagerly = false
  var isUsed = false
  /// The type in which the property is declared, or -1.
  var type: Int
}

/// `self[Key.self]`, from which the accessors of `DependencyValues` are known.
struct KeySubscriptFact: Sendable {
  var type: String
  var place: Place
}

struct OverrideScopeFact: Sendable {
  enum Kind: Sendable {
    case override, from, prepare, trait, carried
    /// A closure given to a function of the program's own, which may override something around it.
    case helper
  }
  var kind: Kind
  var parent: Int
  var place: Place
  /// Whether it may override keys that cannot be told from the source.
  var isOpaque = false
  /// Of a helper: its name, and whether it is called as functions are that run a closure in some state.
  var name: UInt32 = 0
  var isWithFunction = false
}

struct OverrideFact: Sendable {
  var target: KeyTarget
  var scope: Int
  var offset: UInt32
}

struct CreationFact: Sendable {
  /// The type as written, or empty for `.init`.
  var type: String
  var place: Place
  var isAttribute = false
}

/// `Type.member`, or `.member` with an empty type.
struct StaticReferenceFact: Sendable {
  var type: String
  var member: String
  var place: Place
}

enum ServiceName: Sendable, Hashable {
  case none
  case literal(String)
  case dynamic
}

struct RegistrationFact: Sendable {
  enum Form: Sendable { case register, autoregister }
  var form: Form
  var service: String
  var name: ServiceName
  /// How many arguments the factory takes besides the resolver, if that can be told.
  var argumentCount: Int?
  var scope: String?
  var forwards: [(service: String, name: ServiceName, offset: UInt32)] = []
  /// The entity that stands for the factory's code, or -1.
  var factory: Int = -1
  /// For `autoregister`: the type whose initializer is called.
  var implementation: String?
  var place: Place
}

struct ResolutionFact: Sendable {
  enum Form: Sendable { case resolve, injected }
  var form: Form
  var service: String
  var name: ServiceName
  var argumentCount: Int?
  var place: Place
}

/// A call whose result depends on the machine, the time or chance.
struct EffectFact: Sendable {
  var text: String
  var remedy: String
  var place: Place
  /// The library type that the call belongs to: one of the program's own with that name is something else.
  var type: String
}

/// `unimplemented(…)` without a placeholder, given for a parameter of an initializer.
struct UnimplementedArgumentFact: Sendable {
  var creation: Int
  var label: String
  var offset: UInt32
}
