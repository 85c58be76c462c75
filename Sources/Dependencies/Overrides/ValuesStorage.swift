import CDependencyAtomics

/// What a ``DependencyValues`` refers to: an immutable set of overrides, and the cache that default values come from.
///
/// The first override that a scope sets stands in the set itself, see ``HoldingStorage``; the others stand in a table, which a
/// scope that sets a single one shares with the scope around it.
///
/// The first word is zero or the retained set ``stripped``, the second one zero or the retained table ``everything``.
///
/// Sendable because it is written only while a single `DependencyValues` refers to it, by the thread that has it as `inout`;
/// the words are published atomically.
@usableFromInline
class ValuesStorage: AtomicWords, @unchecked Sendable {
  /// The key of the override that the set holds itself; zero if it holds none. It stands in no table.
  @usableFromInline final let heldKey: UInt
  /// Where the value of that override is, in the set itself; see ``HoldingStorage``.
  @usableFromInline @exclusivity(unchecked) final var heldPlace: UnsafeRawPointer?
  /// The other overrides, retained. Nil where there are none.
  @usableFromInline @exclusivity(unchecked) final private(set) var table: Unmanaged<OverrideTable>?
  /// Where the table of default values of this cache and context is published.
  @usableFromInline @exclusivity(unchecked)
  final private(set) var tableWord: UnsafeMutablePointer<UInt>
  /// Whether a default value is created with these values, or was with those that they are derived from.
  @usableFromInline @exclusivity(unchecked) final private(set) var isRecording: Bool
  @exclusivity(unchecked) private final var surroundings: Surroundings?
  /// Where the held override was written, and its number; see ``AnyOverride``.
  fileprivate final let heldLocation: SourceLocation?
  fileprivate final let heldNumber: UInt

  /// A set without overrides.
  init(
    cache: CachedValues?, context: DependencyContext? = nil, recorder: Recorder? = nil
  ) {
    heldKey = 0
    heldLocation = nil
    heldNumber = 0
    tableWord = (cache ?? .process).tableWord(for: context)
    isRecording = recorder != nil
    surroundings =
      cache == nil && context == nil && recorder == nil
      ? nil : Surroundings(recorder: recorder, ownCache: cache, context: context)
  }

  /// The overrides of another set, none of them held.
  private init(copying other: ValuesStorage) {
    heldKey = 0
    heldLocation = nil
    heldNumber = 0
    table = other.everything?.retain()
    tableWord = other.tableWord
    isRecording = other.isRecording
    surroundings = other.surroundings
  }

  /// One more override on top of another set, which has none of that key.
  @usableFromInline
  init(holding key: UInt, writtenAt location: SourceLocation, over base: ValuesStorage?) {
    heldKey = key
    heldLocation = UpdateFrame.current?.location ?? location
    heldNumber = graft_next_override_number()
    if let base {
      table = base.everything?.retain()
      tableWord = base.tableWord
      isRecording = base.isRecording
      surroundings = base.surroundings
    } else {
      tableWord = graft_root_word()
      isRecording = false
    }
  }

  deinit {
    table?.release()
    if let pointer = UnsafeRawPointer(bitPattern: graft_load_acquire(firstWord)) {
      Unmanaged<ValuesStorage>.fromOpaque(pointer).release()
    }
    if let pointer = UnsafeRawPointer(bitPattern: graft_load_acquire(secondWord)) {
      Unmanaged<OverrideTable>.fromOpaque(pointer).release()
    }
  }

  /// The held override as an object of its own.
  fileprivate func makeHeldOverride() -> AnyOverride? { nil }
}

/// A set that holds the value of one of its overrides, so that entering a scope makes one object.
///
/// Other sets that take the override over, and what belongs to it, need it as an object of its own. It is made when it is first
/// needed, once, and stands in ``ValuesStorage/everything``.
///
/// Sendable because the value is not written after `init`.
@usableFromInline
final class HoldingStorage<Value>: ValuesStorage, @unchecked Sendable {
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable
  init(
    _ value: Value, for key: UInt, writtenAt location: SourceLocation, over base: ValuesStorage?
  ) {
    self.value = value
    super.init(holding: key, writtenAt: location, over: base)
    heldPlace = place(of: &self.value)
  }

  fileprivate override func makeHeldOverride() -> AnyOverride? {
    heldLocation.map {
      Override(key: heldKey, value: value, writtenAt: $0, number: heldNumber)
    }
  }
}

/// What a set has besides overrides, where it has any of it. Sets that are derived from one another share it.
private final class Surroundings: Sendable {
  /// Present while a default value is created with these values, and in what is derived from them.
  let recorder: Recorder?
  /// Nil for the cache of the process.
  let ownCache: CachedValues?
  /// The context that an override set, if one did.
  let context: DependencyContext?
  let preparation: Preparation?

  init(
    recorder: Recorder?, ownCache: CachedValues?, context: DependencyContext?,
    preparation: Preparation? = nil
  ) {
    self.recorder = recorder
    self.ownCache = ownCache
    self.context = context
    self.preparation = preparation
  }
}

// MARK: - Looking up

extension ValuesStorage {
  /// Where the value of a key is that is overridden, or whose default exists in this set's table.
  @inlinable @inline(__always)
  final func existingPlace(_ key: UInt) -> UnsafeRawPointer? {
    if isRecording { return nil }
    if let place = overridePlace(key) { return place }
    return AnyValueCell.readyPlace(key, in: tableWord, passing: 0)
  }

  /// Where the value of a key is that is overridden.
  @inlinable @inline(__always)
  final func overridePlace(_ key: UInt) -> UnsafeRawPointer? {
    if key == heldKey { return heldPlace }
    guard let table, let override = table._withUnsafeGuaranteedRef({ $0.find(key) }) else {
      return nil
    }
    return override._withUnsafeGuaranteedRef { $0.place }
  }

  func find(_ key: UInt) -> Unmanaged<AnyOverride>? {
    (key == heldKey ? everything : table)?._withUnsafeGuaranteedRef { $0.find(key) }
  }

  func forEachOverride(_ body: (AnyOverride) -> Void) {
    everything?._withUnsafeGuaranteedRef { $0.forEach(body) }
  }

  /// All overrides in one table, which lives as long as the set is not written to.
  private var everything: Unmanaged<OverrideTable>? {
    if heldKey == 0 { return table }
    if let pointer = UnsafeRawPointer(bitPattern: graft_load_acquire(secondWord)) {
      return Unmanaged.fromOpaque(pointer)
    }
    guard let held = makeHeldOverride() else { return table }
    var all = table?.takeUnretainedValue() ?? OverrideTable()
    OverrideTable.insert(held, into: &all)
    return Self.publishOnce(all, in: secondWord)
  }

  var recorder: Recorder? { surroundings?.recorder }
  var ownCache: CachedValues? { surroundings?.ownCache }
  var context: DependencyContext? { surroundings?.context }
  var preparation: Preparation? { surroundings?.preparation }
  var cache: CachedValues { ownCache ?? .process }

  /// True where no override, no context and no cache of its own make a difference to having no storage at all.
  var isPlain: Bool { addsNothing && ownCache == nil }

  /// True where it makes no difference to a set with the same cache whether this one is on top of it.
  var addsNothing: Bool {
    heldKey == 0 && table == nil && context == nil && preparation == nil
  }
}

// MARK: - Writing

extension ValuesStorage {
  /// No overrides, the cache of the process.
  static let root = ValuesStorage(cache: nil)

  private func copy() -> ValuesStorage { ValuesStorage(copying: self) }

  /// Whether nobody else sees what is written to a set.
  static func isWritable(_ storage: inout ValuesStorage) -> Bool {
    isKnownUniquelyReferenced(&storage) && graft_load_acquire(storage.firstWord) == 0
      && graft_load_acquire(storage.secondWord) == 0
  }

  /// Puts an override into the set: in place if nobody else has it, otherwise into a copy.
  static func insert(_ override: AnyOverride, into storage: inout ValuesStorage) {
    if !isWritable(&storage) || storage.heldKey == override.key { storage = storage.copy() }
    var table = storage.table?.takeRetainedValue() ?? OverrideTable()
    OverrideTable.insert(override, into: &table)
    storage.table = Unmanaged.passRetained(table)
  }

  private func surround(
    recorder: Recorder?, ownCache: CachedValues?, context: DependencyContext?,
    preparation: Preparation?
  ) {
    isRecording = recorder != nil
    tableWord = (ownCache ?? .process).tableWord(for: context)
    surroundings = Surroundings(
      recorder: recorder, ownCache: ownCache, context: context, preparation: preparation)
  }

  static func setContext(_ context: DependencyContext, of storage: inout ValuesStorage) {
    if !isWritable(&storage) { storage = storage.copy() }
    storage.surround(
      recorder: storage.recorder, ownCache: storage.ownCache, context: context,
      preparation: storage.preparation)
  }
}

// MARK: - Deriving

extension ValuesStorage {
  /// The overrides of both, those of `front` first, with the cache of `back`.
  static func merging(front: ValuesStorage?, back: ValuesStorage?) -> ValuesStorage? {
    guard let front, front !== back else { return back }
    if back.map(\.addsNothing) ?? true, back?.recorder == nil, back?.ownCache === front.ownCache {
      return front
    }
    if front.addsNothing, front.recorder == nil, back?.ownCache === front.ownCache { return back }
    let back = back ?? .root
    var merged = back.copy()
    merged.surround(
      recorder: front.recorder ?? back.recorder, ownCache: back.ownCache,
      context: front.context ?? back.context, preparation: front.preparation)
    front.forEachOverride { insert($0, into: &merged) }
    return merged
  }

  /// The same set with the twin of each override, and without a recorder. Once made, it is retained by the first word.
  var stripped: ValuesStorage {
    let word = graft_load_acquire(firstWord)
    if let pointer = UnsafeRawPointer(bitPattern: word) {
      return Unmanaged<ValuesStorage>.fromOpaque(pointer).takeUnretainedValue()
    }
    var stripped = ValuesStorage(cache: ownCache, context: context)
    forEachOverride { ValuesStorage.insert($0.twin, into: &stripped) }
    return Self.publishOnce(stripped, in: firstWord).takeUnretainedValue()
  }

  /// Whether another set is ``stripped``: it has the same keys and the same values, so on top of it nothing else is seen.
  func isStripped(as other: ValuesStorage) -> Bool {
    graft_load_acquire(firstWord) == UInt(bitPattern: Unmanaged.passUnretained(other).toOpaque())
  }

  /// The values under which a default value is created.
  func forCreation(recorder: Recorder) -> ValuesStorage {
    let twins = stripped
    let copy = twins.recording(recorder)
    // Every creation under these overrides captures the same set, instead of making its own.
    let captured = Unmanaged.passRetained(twins.stripped)
    graft_store_release(copy.firstWord, UInt(bitPattern: captured.toOpaque()))
    return copy
  }

  /// The same overrides with reads recorded.
  func recording(_ recorder: Recorder) -> ValuesStorage {
    let copy = copy()
    copy.surround(
      recorder: recorder, ownCache: ownCache, context: context, preparation: preparation)
    return copy
  }

  func preparing(_ preparation: Preparation) -> ValuesStorage {
    let copy = copy()
    copy.surround(
      recorder: recorder, ownCache: ownCache, context: context, preparation: preparation)
    return copy
  }

  /// What an object keeps that is made now: nothing where that makes no difference, and never a recorder.
  var captured: ValuesStorage? {
    if isPlain { return nil }
    guard isRecording else { return self }
    return stripped
  }
}
