import CDependencyAtomics
import DependencySupport

/// One value that a scope puts in the place of a key's default.
///
/// Its first word is zero or a retained `OverrideState`.
///
/// Sendable because everything but the word is immutable, and that is published atomically.
@usableFromInline
class AnyOverride: AtomicWords, @unchecked Sendable {
  final let key: UInt
  final let location: SourceLocation
  /// Greater than the number of every override that was written before this one.
  ///
  /// Scopes nest, so of the overrides that a creation read the youngest goes first, whether it is the running scope's or one
  /// that a model captured.
  final let number: UInt
  /// Set in a twin: the override that it stands for.
  private final let origin: Origin?

  fileprivate final class Origin: @unchecked Sendable {
    // Sendable: a weak reference is written once, before the origin is shared.
    weak var override: AnyOverride?
    let identity: OverrideIdentity

    init(_ override: AnyOverride) {
      self.override = override
      identity = override.state.identity
    }
  }

  init(key: UInt, location: SourceLocation) {
    self.key = key
    self.location = location
    number = graft_next_override_number()
    origin = nil
  }

  fileprivate init(twinOf original: AnyOverride) {
    key = original.key
    location = original.location
    number = original.number
    origin = Origin(original)
  }

  deinit {
    if let pointer = UnsafeRawPointer(bitPattern: graft_load_acquire(firstWord)) {
      Unmanaged<OverrideState>.fromOpaque(pointer).release()
    }
  }

  fileprivate func makeTwin() -> AnyOverride {
    AnyOverride(twinOf: self)
  }

  var anyValue: Any { () }
}

@usableFromInline
final class Override<Value>: AnyOverride, @unchecked Sendable {
  @usableFromInline
  let value: Value

  init(key: UInt, value: Value, location: SourceLocation) {
    self.value = value
    super.init(key: key, location: location)
  }

  private init(twinOf original: Override<Value>) {
    value = original.value
    super.init(twinOf: original)
  }

  fileprivate override func makeTwin() -> AnyOverride {
    Override(twinOf: self)
  }

  override var anyValue: Any { value }
}

// MARK: - What hangs on an override

/// Tells an override and its twins from all others, for as long as anyone refers to it.
final class OverrideIdentity: Sendable {}

/// What an override has only once a default value was created under it.
///
/// Its first word is zero or a retained `OwnedValues`.
///
/// Sendable because `twin` is touched under the lock alone, and the word is written under it and read atomically.
private final class OverrideState: AtomicWords, @unchecked Sendable {
  let identity: OverrideIdentity
  private let lock = Lock()
  private var twin: AnyOverride?

  init(identity: OverrideIdentity) {
    self.identity = identity
  }

  deinit {
    if let pointer = UnsafeRawPointer(bitPattern: graft_load_acquire(firstWord)) {
      Unmanaged<OwnedValues>.fromOpaque(pointer).release()
    }
  }

  func twin(_ make: () -> AnyOverride) -> AnyOverride {
    if let twin = lock.withLock({ twin }) { return twin }
    let made = make()
    return lock.withLock {
      let twin = twin ?? made
      self.twin = twin
      return twin
    }
  }

  var owned: OwnedValues? {
    let word = graft_load_acquire(firstWord)
    guard let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
    return Unmanaged<OwnedValues>.fromOpaque(pointer).takeUnretainedValue()
  }

  func add(_ value: AnyOwnedValue) {
    lock.withLock {
      let old = owned
      let new = OwnedValues(adding: value, to: old)
      if let old { Unmanaged.passUnretained(old).release() }
      graft_store_release(
        firstWord, UInt(bitPattern: Unmanaged.passRetained(new).toOpaque()))
    }
  }
}

/// The values that belong to an override. Keeps the one that it replaced, because a reader may still be looking into it.
///
/// Sendable because it is immutable, the values in it are of `Sendable` types, and their held-back issues are under a lock.
private final class OwnedValues: @unchecked Sendable {
  let byCell: [ObjectIdentifier: [AnyOwnedValue]]
  private let replaced: OwnedValues?

  init(adding value: AnyOwnedValue, to replaced: OwnedValues?) {
    var byCell = replaced?.byCell ?? [:]
    byCell[ObjectIdentifier(value.cell), default: []].append(value)
    self.byCell = byCell
    self.replaced = replaced
  }
}

extension AnyOverride {
  fileprivate final var existingState: OverrideState? {
    let word = graft_load_acquire(firstWord)
    guard let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
    return Unmanaged<OverrideState>.fromOpaque(pointer).takeUnretainedValue()
  }

  fileprivate final var state: OverrideState {
    if let state = existingState { return state }
    let made = Unmanaged.passRetained(
      OverrideState(identity: origin?.identity ?? OverrideIdentity()))
    let mine = UInt(bitPattern: made.toOpaque())
    let published = graft_publish_once(firstWord, mine)
    guard published != mine, let pointer = UnsafeRawPointer(bitPattern: published) else {
      return made.takeUnretainedValue()
    }
    made.release()
    return Unmanaged<OverrideState>.fromOpaque(pointer).takeUnretainedValue()
  }

  final var identity: OverrideIdentity { state.identity }

  /// The same value without what the override owns.
  ///
  /// A value that is created under overrides captures them, and belongs to one of them. Were it to capture the override
  /// itself, the two would keep each other alive, so it captures the twin.
  final var twin: AnyOverride { state.twin(makeTwin) }

  /// Where values that were created under this override are kept: the override that a twin stands for, while it lives.
  private final var home: AnyOverride { origin?.override?.home ?? self }

  final func ownedValues(of cell: AnyValueCell) -> [AnyOwnedValue] {
    home.existingState?.owned?.byCell[ObjectIdentifier(cell)] ?? []
  }

  final func own(_ value: AnyOwnedValue) {
    home.state.add(value)
  }
}

/// A default value that was created while keys that it read were overridden. It belongs to the youngest of these
/// overrides and is seen wherever all of them hold.
class AnyOwnedValue {
  /// Keeps the cell's identity from being used again while the value is kept under it.
  final let cell: AnyValueCell
  final let reads: [OverriddenRead]
  final let readKeys: Set<UInt>
  final let origin: ValueOrigin
  final let holdsBackIssue: Bool
  /// An issue that was held back because the value was first needed to override a part of it. Under ``Creations``' lock.
  final var heldBackIssue: (@Sendable (SourceLocation) -> Void)?

  init(cell: AnyValueCell, notes: Recorder.Notes, readKeys: Set<UInt>, origin: ValueOrigin) {
    self.cell = cell
    reads = notes.reads
    heldBackIssue = notes.heldBackIssue
    holdsBackIssue = notes.heldBackIssue != nil
    self.readKeys = readKeys
    self.origin = origin
  }
}

final class OwnedValue<Value>: AnyOwnedValue {
  let value: Value

  init(
    _ value: Value, cell: AnyValueCell, notes: Recorder.Notes, readKeys: Set<UInt>,
    origin: ValueOrigin
  ) {
    self.value = value
    super.init(cell: cell, notes: notes, readKeys: readKeys, origin: origin)
  }
}

/// A key and the override that a creation found for it.
struct OverriddenRead: Sendable {
  let key: UInt
  let identity: OverrideIdentity
}
