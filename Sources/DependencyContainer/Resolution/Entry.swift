public import CDependencyAtomics
import DependencySupport

/// A registration's factory, scope, storage and actions; what all its keys and its ``ServiceEntry`` share.
///
/// Sendable because what changes is read and written under `lock`, except `mode`, a word that is published atomically. The
/// factories are immutable, and callers of the public interface promise that they may run on any thread.
@usableFromInline final class Entry: @unchecked Sendable {
  /// How instances are kept, once that is settled by the first resolution.
  @usableFromInline struct Mode: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt
    @inlinable init(rawValue: UInt) { self.rawValue = rawValue }

    @usableFromInline static let transient = Mode(rawValue: 1)
    @usableFromInline static let graph = Mode(rawValue: 2)
    @usableFromInline static let permanent = Mode(rawValue: 4)
    @usableFromInline static let custom = Mode(rawValue: 8)
    @usableFromInline static let hasActions = Mode(rawValue: 16)
    @usableFromInline static let isObserved = Mode(rawValue: 32)
  }

  typealias Action = (any Resolver, AnyInstance) -> Void
  /// Compares two argument tuples at their addresses; nil where they cannot be compared.
  @usableFromInline
  typealias Comparison = (UnsafeRawPointer, UnsafeRawPointer) -> Bool?

  let serviceType: Any.Type
  let argumentsType: Any.Type
  /// `Factory<(Arguments) throws -> Service>`, if the factory's result has the service's type.
  @usableFromInline let direct: AnyObject?
  /// `Factory<(Arguments) throws -> AnyInstance>`
  let boxed: AnyObject
  let comparison: Comparison?

  private let lock = Lock()
  private var scope: any ObjectScopeProtocol
  private var storageObject: (any InstanceStorage)?
  private var actions: [Action] = []
  private var declaresScope = false
  private let isObserved: Bool
  /// The mode, whether the storage is claimed, and the address of a permanent storage or one of the graph, which is written before the mode.
  @usableFromInline let words: UnsafeMutablePointer<UInt>

  init(
    serviceType: Any.Type, argumentsType: Any.Type, direct: AnyObject?, boxed: AnyObject,
    comparison: Comparison?, scope: any ObjectScopeProtocol,
    isObserved: Bool = false
  ) {
    self.serviceType = serviceType
    self.argumentsType = argumentsType
    self.direct = direct
    self.boxed = boxed
    self.comparison = comparison
    self.scope = scope
    self.isObserved = isObserved
    words = .allocate(capacity: 3)
    words.initialize(repeating: 0, count: 3)
  }

  deinit {
    words.deallocate()
  }

  /// The same registration with a storage of its own, whose resolutions are watched.
  func observedCopy() -> Entry {
    lock.withLock {
      let copy = Entry(
        serviceType: serviceType, argumentsType: argumentsType, direct: direct, boxed: boxed,
        comparison: comparison, scope: scope, isObserved: true)
      copy.actions = actions
      copy.declaresScope = declaresScope
      return copy
    }
  }
}

extension Entry {
  /// The same registration for another container. What is made already is shared, what is made later is not.
  func isolatedCopy() -> Entry {
    let made = storageIfAny as? PermanentStorage
    let instance = ResolverThread.reading { made?.published?.takeUnretainedValue() }
    let copy = lock.withLock {
      let copy = Entry(
        serviceType: serviceType, argumentsType: argumentsType, direct: direct, boxed: boxed,
        comparison: comparison, scope: scope, isObserved: isObserved)
      copy.actions = actions
      copy.declaresScope = declaresScope
      return copy
    }
    if let instance { (copy.storage as? PermanentStorage)?.publish(instance) }
    return copy
  }

  private var storageIfAny: (any InstanceStorage)? { lock.withLock { storageObject } }
}

// MARK: - Describing and changing

extension Entry {
  var objectScope: any ObjectScopeProtocol {
    get { lock.withLock { scope } }
    set {
      lock.withLock {
        scope = newValue
        declaresScope = true
      }
    }
  }

  /// Whether the program chose the scope for this service, rather than leaving it to the container's default.
  var hasDeclaredScope: Bool { lock.withLock { declaresScope } }

  var actionCount: Int { lock.withLock { actions.count } }

  func add(_ action: @escaping Action) {
    lock.withLock {
      actions.append(action)
      if !mode.isEmpty { publishMode(mode.union(.hasActions)) }
    }
  }

  var currentActions: [Action] { lock.withLock { actions } }
}

// MARK: - Storing

extension Entry {
  /// Empty until the first resolution settles it.
  @inlinable var mode: Mode {
    Mode(rawValue: graft_load_acquire(words))
  }

  private func publishMode(_ mode: Mode) {
    graft_store_release(words, mode.rawValue)
  }

  /// The storage, made by the scope when it is first asked for.
  var storage: any InstanceStorage {
    let (known, scope) = lock.withLock { (storageObject, self.scope) }
    if let known { return known }
    let made = scope.makeStorage()
    return lock.withLock {
      if let storageObject { return storageObject }
      storageObject = made
      var mode: Mode
      switch made {
      case is TransientStorage: mode = .transient
      case is GraphStorage: mode = .graph
      case is PermanentStorage: mode = .permanent
      default: mode = .custom
      }
      if !actions.isEmpty { mode.insert(.hasActions) }
      if isObserved { mode.insert(.isObserved) }
      switch made {
      case let storage as PermanentStorage: words[2] = Self.word(storage)
      case let storage as GraphStorage: words[2] = Self.word(storage)
      default: break
      }
      publishMode(mode)
      return made
    }
  }

  private static func word(_ storage: AnyObject) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(storage).toOpaque())
  }

  /// The storage of a service of the graph.
  @inlinable var graphStorage: Unmanaged<GraphStorage>? {
    UnsafeRawPointer(bitPattern: words[2]).map { Unmanaged<GraphStorage>.fromOpaque($0) }
  }

  /// The instance of a storage of kind ``PermanentStorage``, if it is made.
  @usableFromInline var permanent: Unmanaged<AnyInstance>? {
    guard let address = UnsafeRawPointer(bitPattern: words[2]) else { return nil }
    return Unmanaged<PermanentStorage>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.published }
  }

  /// Whether somebody is making the instance, or holds it unfinished.
  var isClaimed: Bool {
    get { graft_load_sequential(words + 1) != 0 }
    set {
      graft_store_sequential(words + 1, newValue ? 1 : 0)
    }
  }

  /// Lets nobody else use a storage of the program's own in the meantime.
  func withStorage<Result>(_ body: (any InstanceStorage) -> Result) -> Result {
    let storage = storage
    return lock.withLock { body(storage) }
  }

  /// Empties the storage if there is one; what it held is released by the caller.
  func reset() {
    guard let storage = lock.withLock({ storageObject }) else { return }
    if let permanent = storage as? PermanentStorage {
      permanent.instance = nil
    } else {
      let old = lock.withLock {
        let old = storage.instance
        storage.instance = nil
        return old
      }
      _ = old
    }
  }
}
