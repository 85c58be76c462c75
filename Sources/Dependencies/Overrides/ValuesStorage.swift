import CDependencyAtomics

/// What a ``DependencyValues`` refers to: an immutable set of overrides, and the cache that default values come from.
///
/// Up to ``flatLimit`` overrides stand in an open-addressing table behind the header; more of them in a persistent trie, so
/// that one more override on a thousand costs what one more on ten does.
///
/// Sendable because it is written only while a single `DependencyValues` refers to it, by the thread that has it as `inout`;
/// the first word is published atomically.
@usableFromInline
final class ValuesStorage: AtomicWords, @unchecked Sendable {
  @usableFromInline
  struct Slot {
    @usableFromInline var key: UInt
    @usableFromInline var override: Unmanaged<AnyOverride>?
  }

  /// Where the table of default values of this cache and context is published.
  @usableFromInline @exclusivity(unchecked) private(set) var tableWord: UnsafeMutablePointer<UInt>
  @usableFromInline let slots: UnsafeMutablePointer<Slot>
  /// The number of slots less one.
  @usableFromInline let mask: UInt
  /// All overrides, when there are more than fit the table.
  @usableFromInline @exclusivity(unchecked) private(set) var trie: OverrideTrie?
  /// Present while a default value is created with these values, and in what is derived from them.
  @usableFromInline @exclusivity(unchecked) private(set) var recorder: Recorder?
  private(set) var count: Int
  /// Nil for the cache of the process.
  let ownCache: CachedValues?
  /// The context that an override set, if one did.
  private(set) var context: DependencyContext?
  private(set) var preparation: Preparation?
  static let flatLimit = 32

  /// An empty set that is otherwise like another.
  private init(like other: ValuesStorage, ownCache: CachedValues?, mask: UInt) {
    self.mask = mask
    self.ownCache = ownCache
    slots = Self.makeSlots(mask)
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
    mask = 1
    slots = Self.makeSlots(mask)
    tableWord = (cache ?? .process).tableWord(for: context)
    self.recorder = recorder
    count = 0
    ownCache = cache
    self.context = context
  }

  private static func makeSlots(_ mask: UInt) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: Int(mask) + 1)
    slots.initialize(repeating: Slot(key: 0, override: nil), count: Int(mask) + 1)
    return slots
  }

  deinit {
    for index in 0...Int(mask) { slots[index].override?.release() }
    slots.deallocate()
    if let pointer = UnsafeRawPointer(bitPattern: graft_load_acquire(firstWord)) {
      Unmanaged<ValuesStorage>.fromOpaque(pointer).release()
    }
  }
}

// MARK: - Looking up

extension ValuesStorage {
  @inlinable @inline(__always)
  func find(_ key: UInt) -> Unmanaged<AnyOverride>? {
    if trie != nil { return findInTrie(key) }
    var index = scramble(key) & mask
    while true {
      let slot = slots[Int(bitPattern: index)]
      if slot.key == key { return slot.override }
      if slot.key == 0 { return nil }
      index = (index &+ 1) & mask
    }
  }

  @usableFromInline @inline(never)
  func findInTrie(_ key: UInt) -> Unmanaged<AnyOverride>? { trie?.find(key) }

  var cache: CachedValues { ownCache ?? .process }

  /// True where no override, no context and no cache of its own make a difference to having no storage at all.
  var isPlain: Bool { addsNothing && ownCache == nil }

  /// True where it makes no difference to a set with the same cache whether this one is on top of it.
  var addsNothing: Bool { count == 0 && context == nil && preparation == nil }

  func forEachOverride(_ body: (AnyOverride) -> Void) {
    if let trie {
      trie.forEach(body)
      return
    }
    for index in 0...Int(mask) { slots[index].override?._withUnsafeGuaranteedRef(body) }
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
    guard trie == nil else { return copy }
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
    if trie != nil { return copy() }
    if count >= Self.flatLimit {
      let copy = ValuesStorage(like: self, ownCache: ownCache, mask: 0)
      var trie = OverrideTrie()
      forEachOverride { trie = trie.inserting($0) }
      copy.trie = trie
      copy.count = count
      return copy
    }
    return copy(mask: hasRoom ? mask : mask * 2 + 1, ownCache: ownCache)
  }

  private var hasRoom: Bool {
    trie != nil || count < Self.flatLimit && (count + 1) * 4 <= (Int(mask) + 1) * 3
  }

  private func slot(for key: UInt) -> UnsafeMutablePointer<Slot> {
    var index = scramble(key) & mask
    while slots[Int(bitPattern: index)].key != key, slots[Int(bitPattern: index)].key != 0 {
      index = (index &+ 1) & mask
    }
    return slots + Int(bitPattern: index)
  }

  /// Puts an override into the set: in place if nobody else has it, otherwise into a copy.
  static func insert(_ override: AnyOverride, into storage: inout ValuesStorage) {
    if !storage.hasRoom || graft_load_acquire(storage.firstWord) != 0
      || !isKnownUniquelyReferenced(&storage)
    {
      storage = storage.copyForWriting()
    }
    if let trie = storage.trie {
      let new = trie.inserting(override)
      storage.count = new.count
      storage.trie = new
      return
    }
    let slot = storage.slot(for: override.key)
    if let old = slot.pointee.override {
      slot.pointee.override = Unmanaged.passRetained(override)
      old.release()
    } else {
      slot.pointee = Slot(key: override.key, override: Unmanaged.passRetained(override))
      storage.count += 1
    }
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
