import CDependencyAtomics

/// What a ``DependencyValues`` refers to: an immutable set of overrides, and the cache that default values come from.
///
/// Up to ``flatLimit`` overrides stand in an open-addressing table. Of more, all but the latest few stand in a persistent trie,
/// so that one more override on a thousand costs what one more on ten does. No key stands in both.
///
/// Sendable because it is written only while a single `DependencyValues` refers to it, by the thread that has it as `inout`;
/// the first word is published atomically.
@usableFromInline
final class ValuesStorage: AtomicWords, @unchecked Sendable {
  @usableFromInline
  struct Slot {
    @usableFromInline var key: UInt
    @usableFromInline var override: Unmanaged<AnyOverride>?

    static var empty: Slot { Slot(key: 0, override: nil) }
  }

  /// The first slots, which is all that most sets need. They are the first property, so that they follow the two words of
  /// ``AtomicWords``; like those they are reached by their address alone.
  private var firstSlots = (Slot.empty, Slot.empty, Slot.empty, Slot.empty)
  /// More slots, where the first ones are not enough.
  @usableFromInline let moreSlots: UnsafeMutablePointer<Slot>?
  /// Where the table of default values of this cache and context is published.
  @usableFromInline @exclusivity(unchecked) private(set) var tableWord: UnsafeMutablePointer<UInt>
  /// The number of slots less one.
  @usableFromInline let mask: UInt
  /// The overrides that stand in no slot.
  @usableFromInline @exclusivity(unchecked) private(set) var trie: OverrideTrie?
  /// Present while a default value is created with these values, and in what is derived from them.
  @usableFromInline @exclusivity(unchecked) private(set) var recorder: Recorder?
  /// The number of overrides that stand in slots.
  private var count: Int
  /// Nil for the cache of the process.
  let ownCache: CachedValues?
  /// The context that an override set, if one did.
  private(set) var context: DependencyContext?
  private(set) var preparation: Preparation?

  private static let flatLimit = 32
  private static let firstMask: UInt = 3

  /// An empty set that is otherwise like another.
  private init(like other: ValuesStorage, ownCache: CachedValues?, mask: UInt) {
    self.mask = mask
    self.ownCache = ownCache
    moreSlots = Self.makeSlots(mask)
    tableWord = other.tableWord
    recorder = other.recorder
    count = 0
    context = other.context
    preparation = other.preparation
  }

  /// A set without overrides.
  init(
    cache: CachedValues?, context: DependencyContext? = nil, recorder: Recorder? = nil
  ) {
    mask = Self.firstMask
    moreSlots = nil
    tableWord = (cache ?? .process).tableWord(for: context)
    self.recorder = recorder
    count = 0
    ownCache = cache
    self.context = context
  }

  private static func makeSlots(_ mask: UInt) -> UnsafeMutablePointer<Slot>? {
    guard mask != firstMask else { return nil }
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: Int(mask) + 1)
    slots.initialize(repeating: .empty, count: Int(mask) + 1)
    return slots
  }

  deinit {
    for index in 0...Int(mask) { slots[index].override?.release() }
    moreSlots?.deallocate()
    if let pointer = UnsafeRawPointer(bitPattern: graft_load_acquire(firstWord)) {
      Unmanaged<ValuesStorage>.fromOpaque(pointer).release()
    }
  }
}

// MARK: - Looking up

extension ValuesStorage {
  @inlinable @inline(__always)
  var slots: UnsafeMutablePointer<Slot> {
    moreSlots ?? UnsafeMutableRawPointer(word(at: 4)).assumingMemoryBound(to: Slot.self)
  }

  @inlinable @inline(__always)
  func find(_ key: UInt) -> Unmanaged<AnyOverride>? {
    let slots = slots
    var index = scramble(key) & mask
    while true {
      let slot = slots[Int(bitPattern: index)]
      if slot.key == key { return slot.override }
      if slot.key == 0 { return trie == nil ? nil : findInTrie(key) }
      index = (index &+ 1) & mask
    }
  }

  @usableFromInline @inline(never)
  func findInTrie(_ key: UInt) -> Unmanaged<AnyOverride>? { trie?.find(key) }

  var cache: CachedValues { ownCache ?? .process }

  /// True where no override, no context and no cache of its own make a difference to having no storage at all.
  var isPlain: Bool { addsNothing && ownCache == nil }

  /// True where it makes no difference to a set with the same cache whether this one is on top of it.
  var addsNothing: Bool { count == 0 && trie == nil && context == nil && preparation == nil }

  func forEachOverride(_ body: (AnyOverride) -> Void) {
    for index in 0...Int(mask) { slots[index].override?._withUnsafeGuaranteedRef(body) }
    trie?.forEach(body)
  }
}

// MARK: - Writing

extension ValuesStorage {
  /// No overrides, the cache of the process.
  static let root = ValuesStorage(cache: nil)

  /// The same overrides, with the same or another size of table.
  private func copy(mask: UInt, ownCache: CachedValues?) -> ValuesStorage {
    let copy = ValuesStorage(like: self, ownCache: ownCache, mask: mask)
    copy.count = count
    copy.trie = trie
    for index in 0...Int(self.mask) {
      guard let override = slots[index].override else { continue }
      _ = override.retain()
      if mask == self.mask {
        copy.slots[index] = slots[index]
      } else {
        copy.slot(for: slots[index].key).pointee = slots[index]
      }
    }
    return copy
  }

  private func copy() -> ValuesStorage { copy(mask: mask, ownCache: ownCache) }

  /// The same overrides with room for one more.
  private func copyForWriting() -> ValuesStorage {
    guard trie == nil, !hasRoom else { return copy() }
    guard count >= Self.flatLimit else { return copy(mask: mask * 2 + 1, ownCache: ownCache) }
    let copy = ValuesStorage(like: self, ownCache: ownCache, mask: Self.firstMask)
    var trie = OverrideTrie()
    forEachOverride { trie = trie.inserting($0) }
    copy.trie = trie
    return copy
  }

  /// Whether a slot can be filled. One of them stays empty, where a look-up ends.
  private var hasRoom: Bool {
    count < Self.flatLimit && (count + 1) * 4 <= (Int(mask) + 1) * 3
  }

  private func slot(for key: UInt) -> UnsafeMutablePointer<Slot> {
    let slots = slots
    var index = scramble(key) & mask
    while slots[Int(bitPattern: index)].key != key, slots[Int(bitPattern: index)].key != 0 {
      index = (index &+ 1) & mask
    }
    return slots + Int(bitPattern: index)
  }

  /// Puts an override into the set: in place if nobody else has it, otherwise into a copy.
  static func insert(_ override: AnyOverride, into storage: inout ValuesStorage) {
    let isShared =
      graft_load_acquire(storage.firstWord) != 0 || !isKnownUniquelyReferenced(&storage)
    if isShared || storage.trie == nil && !storage.hasRoom { storage = storage.copyForWriting() }
    storage.put(override)
    // A set that was written in one go leaves room to the scopes that are entered on top of it.
    if !isShared, storage.trie != nil, !storage.hasRoom { storage.moveSlotsToTrie() }
  }

  private func put(_ override: AnyOverride) {
    let slot = slot(for: override.key)
    if let old = slot.pointee.override {
      slot.pointee.override = Unmanaged.passRetained(override)
      old.release()
    } else if let trie, !hasRoom || trie.find(override.key) != nil {
      self.trie = trie.inserting(override)
    } else {
      slot.pointee = Slot(key: override.key, override: Unmanaged.passRetained(override))
      count += 1
    }
  }

  private func moveSlotsToTrie() {
    for index in 0...Int(mask) {
      guard let override = slots[index].override else { continue }
      trie = trie?.inserting(override.takeRetainedValue())
      slots[index] = .empty
    }
    count = 0
  }

  static func setContext(_ context: DependencyContext, of storage: inout ValuesStorage) {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    storage.context = context
    storage.tableWord = storage.cache.tableWord(for: context)
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
    merged.context = front.context ?? back.context
    merged.recorder = front.recorder ?? back.recorder
    merged.preparation = front.preparation
    merged.tableWord = back.cache.tableWord(for: merged.context)
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
    let made = Unmanaged.passRetained(stripped)
    let mine = UInt(bitPattern: made.toOpaque())
    let published = graft_publish_once(firstWord, mine)
    guard published != mine, let pointer = UnsafeRawPointer(bitPattern: published) else {
      return stripped
    }
    made.release()
    return Unmanaged<ValuesStorage>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Whether another set is ``stripped``: it has the same keys and the same values, so on top of it nothing else is seen.
  func isStripped(as other: ValuesStorage) -> Bool {
    graft_load_acquire(firstWord) == UInt(bitPattern: Unmanaged.passUnretained(other).toOpaque())
  }

  /// The values under which a default value is created.
  func forCreation(recorder: Recorder) -> ValuesStorage {
    let twins = stripped
    let copy = twins.copy()
    copy.recorder = recorder
    // Every creation under these overrides captures the same set, instead of making its own.
    let captured = Unmanaged.passRetained(twins.stripped)
    graft_store_release(copy.firstWord, UInt(bitPattern: captured.toOpaque()))
    return copy
  }

  /// The same overrides with reads recorded.
  func recording(_ recorder: Recorder) -> ValuesStorage {
    let copy = copy()
    copy.recorder = recorder
    return copy
  }

  func preparing(_ preparation: Preparation) -> ValuesStorage {
    let copy = copy()
    copy.preparation = preparation
    return copy
  }

  /// What an object keeps that is made now: nothing where that makes no difference, and never a recorder.
  var captured: ValuesStorage? {
    if isPlain { return nil }
    guard recorder != nil else { return self }
    return stripped
  }
}
