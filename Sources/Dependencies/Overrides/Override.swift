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

/// What an override has only once a default value was created under it: its twin, and the values that belong to it.
///
/// The values are found without a lock, by cell, in an open-addressing array like that of a ``CellTable``: a mask, then a slot
/// for the oldest value of each cell, which leads to the newer ones. The first word is zero or the array's address. An array
/// that was outgrown stays as long as the state, since a reader may still be looking at it.
///
/// Sendable because what readers see is immutable or atomic, and everything else is under the lock.
private final class OverrideState: AtomicWords, @unchecked Sendable {
  let identity: OverrideIdentity
  private let lock = Lock()
  private var twin: AnyOverride?
  private var arrays: [UnsafeMutablePointer<UInt>] = []
  private var values: [AnyOwnedValue] = []
  private var newest: [UInt: AnyOwnedValue] = [:]

  init(identity: OverrideIdentity) {
    self.identity = identity
  }

  deinit {
    for array in arrays { array.deallocate() }
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

  func oldestValue(of cell: AnyValueCell) -> AnyOwnedValue? {
    guard let array = UnsafeMutablePointer<UInt>(bitPattern: graft_load_acquire(firstWord)) else {
      return nil
    }
    let word = graft_load_acquire(Self.slot(for: Self.key(cell), in: array))
    return AnyOwnedValue.at(word)
  }

  func add(_ value: AnyOwnedValue) {
    lock.withLock {
      values.append(value)
      let key = Self.key(value.cell)
      if let last = newest.updateValue(value, forKey: key) {
        last.setNewer(value)
        return
      }
      if newest.count * 4 > capacity * 3 { grow() }
      guard let array = arrays.last else { return }
      graft_store_release(Self.slot(for: key, in: array), value.address)
    }
  }

  private var capacity: Int { arrays.last.map { Int($0[0]) + 1 } ?? 0 }

  private func grow() {
    let count = max(4, capacity * 2)
    let new = UnsafeMutablePointer<UInt>.allocate(capacity: count + 1)
    new.initialize(repeating: 0, count: count + 1)
    new[0] = UInt(count - 1)
    if let old = arrays.last {
      for index in 1...(Int(old[0]) + 1) {
        guard let value = AnyOwnedValue.at(old[index]) else { continue }
        Self.slot(for: Self.key(value.cell), in: new).pointee = old[index]
      }
    }
    arrays.append(new)
    graft_store_release(firstWord, UInt(bitPattern: new))
  }

  private static func key(_ cell: AnyValueCell) -> UInt { UInt(bitPattern: ObjectIdentifier(cell)) }

  private static func slot(
    for key: UInt, in array: UnsafeMutablePointer<UInt>
  ) -> UnsafeMutablePointer<UInt> {
    let mask = array[0]
    var index = scramble(key) & mask
    while true {
      let slot = array + 1 + Int(index)
      guard let value = AnyOwnedValue.at(graft_load_acquire(slot)), Self.key(value.cell) != key
      else { return slot }
      index = (index &+ 1) & mask
    }
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

  /// The first value of a cell that belongs to this override and fits, the oldest first.
  ///
  /// A twin may be all that keeps the override alive that it stands for. It is added to `homes`, so that the caller decides
  /// where a user's deinitialiser may run.
  final func ownedValue(
    of cell: AnyValueCell, homes: inout [AnyOverride], where fits: (AnyOwnedValue) -> Bool
  ) -> AnyOwnedValue? {
    let home = home
    if home !== self { homes.append(home) }
    var next = home.existingState?.oldestValue(of: cell)
    while let value = next {
      if fits(value) { return value }
      next = value.newer
    }
    return nil
  }

  final func own(_ value: AnyOwnedValue) {
    home.state.add(value)
  }
}

/// A default value that was created while keys that it read were overridden. It belongs to the youngest of these
/// overrides and is seen wherever all of them hold.
///
/// Its first word is zero or the next newer value of the same cell and override, which that override retains.
class AnyOwnedValue: AtomicWords, @unchecked Sendable {
  // Sendable because everything but the word is immutable or under a lock, and that is published atomically.

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

extension AnyOwnedValue {
  fileprivate static func at(_ word: UInt) -> AnyOwnedValue? {
    guard let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
    return Unmanaged<AnyOwnedValue>.fromOpaque(pointer).takeUnretainedValue()
  }

  fileprivate final var address: UInt {
    UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
  }

  fileprivate final var newer: AnyOwnedValue? { Self.at(graft_load_acquire(firstWord)) }

  fileprivate final func setNewer(_ value: AnyOwnedValue) {
    graft_store_release(firstWord, value.address)
  }
}

final class OwnedValue<Value>: AnyOwnedValue, @unchecked Sendable {
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
