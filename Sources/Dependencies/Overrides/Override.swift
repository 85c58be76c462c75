import CDependencyAtomics
import DependencySupport

/// One value that a scope puts in the place of a key's default.
///
/// Sendable because everything but `stateWord` is immutable, and that is published atomically.
@usableFromInline
class AnyOverride: @unchecked Sendable {
  final let key: UInt
  final let location: SourceLocation
  /// Greater than the depth of every override that was active when this one was written.
  final let depth: Int
  /// Set in a twin: the override that it stands for.
  private final let origin: Origin?

  @exclusivity(unchecked)
  private final var stateWord: UInt = 0

  fileprivate final class Origin: @unchecked Sendable {
    // Sendable: a weak reference is written once, before the origin is shared.
    weak var override: AnyOverride?
    let identity: OverrideIdentity

    init(_ override: AnyOverride) {
      self.override = override
      identity = override.state.identity
    }
  }

  init(key: UInt, location: SourceLocation, depth: Int) {
    self.key = key
    self.location = location
    self.depth = depth
    origin = nil
  }

  fileprivate init(twinOf original: AnyOverride) {
    key = original.key
    location = original.location
    depth = original.depth
    origin = Origin(original)
  }

  deinit {
    if let pointer = UnsafeRawPointer(bitPattern: stateWord) {
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

  init(key: UInt, value: Value, location: SourceLocation, depth: Int) {
    self.value = value
    super.init(key: key, location: location, depth: depth)
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
/// Sendable because `twin` is touched under the lock alone, and `ownedWord` is written under it and read atomically.
private final class OverrideState: @unchecked Sendable {
  let identity: OverrideIdentity
  private let lock = Lock()
  private var twin: AnyOverride?
  @exclusivity(unchecked)
  private var ownedWord: UInt = 0

  init(identity: OverrideIdentity) {
    self.identity = identity
  }

  deinit {
    if let pointer = UnsafeRawPointer(bitPattern: ownedWord) {
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
    let word = withUnsafeMutablePointer(to: &ownedWord) { graft_load_acquire($0) }
    guard let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
    return Unmanaged<OwnedValues>.fromOpaque(pointer).takeUnretainedValue()
  }

  func add(_ value: AnyOwnedValue) {
    lock.withLock {
      let old = owned
      let new = OwnedValues(adding: value, to: old)
      if let old { Unmanaged.passUnretained(old).release() }
      withUnsafeMutablePointer(to: &ownedWord) {
        graft_store_release($0, UInt(bitPattern: Unmanaged.passRetained(new).toOpaque()))
      }
    }
  }
}

/// The values that belong to an override. Keeps the one that it replaced, because a reader may still be looking into it.
///
/// Sendable because it is immutable, and the values in it are of `Sendable` types.
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
    let word = withUnsafeMutablePointer(to: &stateWord) { graft_load_acquire($0) }
    guard let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
    return Unmanaged<OverrideState>.fromOpaque(pointer).takeUnretainedValue()
  }

  fileprivate final var state: OverrideState {
    if let state = existingState { return state }
    let made = Unmanaged.passRetained(
      OverrideState(identity: origin?.identity ?? OverrideIdentity()))
    let mine = UInt(bitPattern: made.toOpaque())
    let published = withUnsafeMutablePointer(to: &stateWord) { graft_publish_once($0, mine) }
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

/// A default value that was created while keys that it read were overridden. It belongs to the innermost of these
/// overrides and is seen wherever all of them hold.
class AnyOwnedValue {
  /// Keeps the cell's identity from being used again while the value is kept under it.
  final let cell: AnyValueCell
  final let reads: [OverriddenRead]
  final let readKeys: Set<UInt>
  final let origin: ValueOrigin

  init(
    cell: AnyValueCell, reads: [OverriddenRead], readKeys: Set<UInt>, origin: ValueOrigin
  ) {
    self.cell = cell
    self.reads = reads
    self.readKeys = readKeys
    self.origin = origin
  }
}

final class OwnedValue<Value>: AnyOwnedValue {
  let value: Value

  init(
    _ value: Value, cell: AnyValueCell, reads: [OverriddenRead], readKeys: Set<UInt>,
    origin: ValueOrigin
  ) {
    self.value = value
    super.init(cell: cell, reads: reads, readKeys: readKeys, origin: origin)
  }
}

/// A key and the override that a creation found for it.
struct OverriddenRead: Sendable {
  let key: UInt
  let identity: OverrideIdentity
}
