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
  /// Where the value is, in the override itself; written by its subclass's `init`.
  @usableFromInline @exclusivity(unchecked) fileprivate(set) final var place: UnsafeRawPointer?
  final let location: SourceLocation
  /// Greater than the number of every override that was written before this one.
  ///
  /// Scopes nest, so of the overrides that a creation read the youngest goes first, whether it is the running scope's or one
  /// that a model captured.
  final let number: UInt
  /// Where the overrides of the same key were written that this one hides, innermost first.
  final let shadowed: ShadowedPlace?
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

  /// - Parameter location: Where it is written, unless an update closure writes it: then its function's place counts.
  init(key: UInt, location: SourceLocation, shadowing other: AnyOverride? = nil) {
    self.key = key
    shadowed = other.map { ShadowedPlace(location: $0.location, next: $0.shadowed) }
    self.location = UpdateFrame.current?.location ?? location
    number = graft_next_override_number()
    origin = nil
  }

  /// An override that was written before as a part of a set, where nothing was hidden by it.
  init(key: UInt, writtenAt location: SourceLocation, number: UInt) {
    self.key = key
    self.location = location
    self.number = number
    shadowed = nil
    origin = nil
  }

  init(twinOf original: AnyOverride) {
    key = original.key
    location = original.location
    number = original.number
    shadowed = original.shadowed
    origin = Origin(original)
  }

  deinit {
    if let pointer = UnsafeRawPointer(bitPattern: graft_load_acquire(firstWord)) {
      Unmanaged<OverrideState>.fromOpaque(pointer).release()
    }
  }

  func makeTwin() -> AnyOverride {
    AnyOverride(twinOf: self)
  }

  /// What tells it from other overrides of its key, and is told of the values that depend on it.
  func makeIdentity() -> OverrideIdentity { OverrideIdentity() }
}

@usableFromInline
final class Override<Value>: AnyOverride, @unchecked Sendable {
  // Not written after `init`.
  @exclusivity(unchecked) private(set) var value: Value

  init(key: UInt, value: Value, location: SourceLocation, shadowing other: AnyOverride?) {
    self.value = value
    super.init(key: key, location: location, shadowing: other)
    place = Dependencies.place(of: &self.value)
  }

  init(key: UInt, value: Value, writtenAt location: SourceLocation, number: UInt) {
    self.value = value
    super.init(key: key, writtenAt: location, number: number)
    place = Dependencies.place(of: &self.value)
  }

  private init(twinOf original: Override<Value>) {
    value = original.value
    super.init(twinOf: original)
    place = Dependencies.place(of: &value)
  }

  override func makeTwin() -> AnyOverride {
    Override(twinOf: self)
  }
}

/// Where a hidden override was written. It does not keep the override's value.
final class ShadowedPlace: Sendable {
  let location: SourceLocation
  let next: ShadowedPlace?

  init(location: SourceLocation, next: ShadowedPlace?) {
    self.location = location
    self.next = next
  }
}

// MARK: - What hangs on an override

/// Tells an override and its twins from all others, for as long as anyone refers to it.
class OverrideIdentity: @unchecked Sendable {
  // Sendable: it has nothing, and what subclasses have is under their locks.

  /// Whether values that depend on the override are let go of before whoever has them.
  var endsValues: Bool { false }

  /// Takes in a value that depends on the override; false if it must not be kept any more. Called under the lock of
  /// ``Creations``.
  ///
  /// - Parameter held: Takes in what must not be let go of under a lock.
  func adopt(_ value: AnyOwnedValue, holding held: inout [Any]) -> Bool { true }
}

/// What an override has only once a default value was created under it.
///
/// Its first word is zero or where the table of owned values is, its second one says how many are looking into a table. One
/// that was replaced is kept until nobody is.
///
/// Sendable because `twin` and the tables are touched under the lock alone, and the words are read and written atomically.
private final class OverrideState: AtomicWords, @unchecked Sendable {
  let identity: OverrideIdentity
  private let lock = Lock()
  private var twin: AnyOverride?
  private var owned: PublishedTable<AnyOwnedValue>?
  private var replaced: [PublishedTable<AnyOwnedValue>] = []
  /// How many values are taken in before those that have ended are looked for.
  private var remaining = 64

  init(identity: OverrideIdentity) {
    self.identity = identity
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

  /// The values of a cell that belong to the override, the newest first.
  func owned(by cell: AnyValueCell) -> AnyOwnedValue? {
    guard graft_load_acquire(firstWord) != 0 else { return nil }
    _ = graft_increment_sequential(secondWord)
    defer { _ = graft_decrement_sequential(secondWord) }
    guard let pointer = UnsafeRawPointer(bitPattern: graft_load_sequential(firstWord)) else {
      return nil
    }
    return Unmanaged<PublishedTable<AnyOwnedValue>>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.find(AnyOwnedValue.key(for: cell))
    }
  }

  /// - Parameter held: Takes in what must not be let go of under a lock.
  func add(_ value: AnyOwnedValue, holding held: inout [Any]) {
    lock.withLock {
      remaining -= 1
      if remaining < 0 { sweep(holding: &held) }
      if !replaced.isEmpty, graft_load_sequential(secondWord) == 0 {
        held.append(replaced)
        replaced = []
      }
      let table = owned ?? PublishedTable<AnyOwnedValue>()
      value.next = table.find(value.key)?.firstAlive(holding: &held)
      table.insert(value)
      if owned == nil { publish(table) }
    }
  }

  /// Replaces the table by one of the values that have not ended.
  private func sweep(holding held: inout [Any]) {
    guard let old = owned else { return }
    let alive = old.currentEntries.compactMap { $0.firstAlive(holding: &held) }
    remaining = max(64, alive.count)
    guard alive.count < old.entryCount else { return }
    let table = PublishedTable<AnyOwnedValue>()
    for value in alive { table.insert(value) }
    publish(table)
    replaced.append(old)
  }

  private func publish(_ table: PublishedTable<AnyOwnedValue>) {
    owned = table
    graft_store_sequential(
      firstWord, UInt(bitPattern: Unmanaged.passUnretained(table).toOpaque()))
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
    let made = OverrideState(identity: origin?.identity ?? makeIdentity())
    return Self.publishOnce(made, in: firstWord).takeUnretainedValue()
  }

  final var identity: OverrideIdentity { state.identity }

  /// The same value without what the override owns.
  ///
  /// A value that is created under overrides captures them, and belongs to one of them. Were it to capture the override
  /// itself, the two would keep each other alive, so it captures the twin.
  final var twin: AnyOverride { state.twin(makeTwin) }

  /// Where values that were created under this override are kept: the override that a twin stands for, while it lives.
  private final var home: AnyOverride { origin?.override?.home ?? self }

  /// The newest of the cell's values that belong to this override; the others follow it.
  ///
  /// A twin's reader may be the last to hold the override that the twin stands for. It is added to `held`, so that it is let
  /// go of where a user's deinitialiser may run.
  final func ownedValue(of cell: AnyValueCell, holding held: inout [Any]) -> AnyOwnedValue? {
    let home = home
    if home !== self { held.append(home) }
    return home.existingState?.owned(by: cell)
  }

  /// Keeps a value. Called under the lock of ``Creations``.
  ///
  /// - Parameter held: Takes in what must not be let go of under a lock.
  final func own(_ value: AnyOwnedValue, holding held: inout [Any]) {
    for read in value.reads where !read.identity.adopt(value, holding: &held) { return }
    home.state.add(value, holding: &held)
  }
}

/// A default value that was created while keys that it read were overridden. It belongs to the youngest of these
/// overrides and is seen wherever all of them hold.
///
/// Sendable because `next` is written before the value is published, the issue is under a lock, and everything else is
/// immutable.
class AnyOwnedValue: TableEntry, @unchecked Sendable {
  /// Keeps the cell's identity from being used again while the value is kept under it.
  final let cell: AnyValueCell
  final let reads: [OverriddenRead]
  final let readKeys: Set<UInt>
  final let origin: ValueOrigin
  /// An older value of the same cell, which belongs to the same override and depends on other ones besides.
  fileprivate(set) final var next: AnyOwnedValue?
  final let holdsBackIssue: Bool
  /// An issue that was held back because the value was first needed to override a part of it. Under ``Creations``' lock.
  final var heldBackIssue: (@Sendable (SourceLocation) -> Void)?

  static func key(for cell: AnyValueCell) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(cell).toOpaque())
  }

  init<Made>(_ made: CreatedValue<Made>, of cell: AnyValueCell) {
    self.cell = cell
    reads = made.reads
    heldBackIssue = made.heldBackIssue
    holdsBackIssue = made.heldBackIssue != nil
    readKeys = made.readKeys
    origin = made.origin
    super.init(key: Self.key(for: cell))
  }

  /// Whether the value is still there.
  ///
  /// - Parameter held: Takes in a value that must not be let go of under a lock, since nobody else may hold it any more.
  func isAlive(holding held: inout [Any]) -> Bool { true }

  /// Lets go of the value, though the override is still there.
  func end() {}

  /// The newest of this value and those that follow it that is alive.
  fileprivate final func firstAlive(holding held: inout [Any]) -> AnyOwnedValue? {
    var candidate: AnyOwnedValue? = self
    while let value = candidate, !value.isAlive(holding: &held) { candidate = value.next }
    return candidate
  }
}

/// Sendable because it is immutable but for the box, and the value is of a `Sendable` type or used on the main actor alone.
final class OwnedValue<Value>: AnyOwnedValue, @unchecked Sendable {
  private let kept: Value?
  private let box: MemberBox<Value>?

  /// A value that was made, which depends on the overrides that it says.
  init(_ made: CreatedValue<Value>, cell: AnyValueCell) {
    let ends = made.reads.contains { $0.identity.endsValues }
    kept = ends ? nil : made.value
    box = ends ? MemberBox(made.value, under: Lock()) : nil
    super.init(made, of: cell)
  }

  /// The same in a box that somebody else may empty.
  init(_ box: MemberBox<Value>, of made: CreatedValue<Value>, cell: AnyValueCell) {
    kept = nil
    self.box = box
    super.init(made, of: cell)
  }

  /// The value; nil if it has died or was let go of.
  var value: Value? { kept ?? box?.value }

  override func isAlive(holding held: inout [Any]) -> Bool {
    guard let box else { return true }
    guard let value = box.value else { return false }
    held.append(value)
    return true
  }

  override func end() { box?.empty() }
}

/// A key and the override that a creation found for it.
struct OverriddenRead: Sendable {
  let key: UInt
  let identity: OverrideIdentity
}
