public import CDependencyAtomics

/// Overrides by key, which sets share and which is written only by a set that nobody else shares it with.
///
/// Up to ``flatLimit`` overrides stand in an open-addressing table. Of more, all but the latest few stand in a persistent trie,
/// so that one more override on a thousand costs what one more on ten does. No key stands in both.
///
/// Sendable because it is written only while a single reference to it exists.
@usableFromInline
final class OverrideTable: @unchecked Sendable {
  @usableFromInline
  struct Slot {
    @usableFromInline var key: UInt
    @usableFromInline var override: Unmanaged<AnyOverride>?

    static var empty: Slot { Slot(key: 0, override: nil) }
  }

  /// The first slots, which is all that most sets need. They are the first property, so that they follow the object's header of
  /// two words, and are reached by their address alone: an access through the property would be checked.
  private var firstSlots = (Slot.empty, Slot.empty, Slot.empty, Slot.empty)
  /// More slots, where the first ones are not enough.
  @usableFromInline let moreSlots: UnsafeMutablePointer<Slot>?
  /// The number of slots less one.
  @usableFromInline let mask: UInt
  /// The overrides that stand in no slot.
  @usableFromInline @exclusivity(unchecked) private(set) var trie: OverrideTrie?
  /// The number of overrides that stand in slots.
  private var count = 0

  private static let flatLimit = 32
  private static let firstMask: UInt = 3

  /// - Parameter mask: The number of slots less one.
  private init(mask: UInt) {
    self.mask = mask
    guard mask != Self.firstMask else {
      moreSlots = nil
      return
    }
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: Int(mask) + 1)
    slots.initialize(repeating: .empty, count: Int(mask) + 1)
    moreSlots = slots
  }

  /// A table without overrides.
  convenience init() { self.init(mask: Self.firstMask) }

  deinit {
    for index in 0...Int(mask) { slots[index].override?.release() }
    moreSlots?.deallocate()
  }
}

// MARK: - Looking up

extension OverrideTable {
  @inlinable @inline(__always)
  var slots: UnsafeMutablePointer<Slot> {
    moreSlots
      ?? (Unmanaged.passUnretained(self).toOpaque() + 2 * MemoryLayout<UInt>.stride)
      .assumingMemoryBound(to: Slot.self)
  }

  @inlinable @inline(__always)
  func find(_ key: UInt) -> Unmanaged<AnyOverride>? {
    let slot = slot(for: key).pointee
    if slot.key == key { return slot.override }
    return trie == nil ? nil : findInTrie(key)
  }

  /// The slot of a key, or an empty one.
  @inlinable @inline(__always)
  func slot(for key: UInt) -> UnsafeMutablePointer<Slot> {
    UnsafeMutableRawPointer(
      graft_find_slot(UnsafeRawPointer(slots).assumingMemoryBound(to: UInt.self), mask, key)
    ).assumingMemoryBound(to: Slot.self)
  }

  @usableFromInline @inline(never)
  func findInTrie(_ key: UInt) -> Unmanaged<AnyOverride>? { trie?.find(key) }

  func forEach(_ body: (AnyOverride) -> Void) {
    for index in 0...Int(mask) { slots[index].override?._withUnsafeGuaranteedRef(body) }
    trie?.forEach(body)
  }
}

// MARK: - Writing

extension OverrideTable {
  /// Puts an override into the table: in place if nobody else has it, otherwise into a copy.
  static func insert(_ override: AnyOverride, into table: inout OverrideTable) {
    let isShared = !isKnownUniquelyReferenced(&table)
    if isShared || table.trie == nil && !table.hasRoom { table = table.copyForWriting() }
    table.put(override)
    // A table that was written in one go leaves room to the scopes that are entered on top of it.
    if !isShared, table.trie != nil, !table.hasRoom { table.moveSlotsToTrie() }
  }

  /// The same overrides with room for one more.
  private func copyForWriting() -> OverrideTable {
    guard trie == nil, !hasRoom else { return copy(mask: mask) }
    guard count >= Self.flatLimit else { return copy(mask: mask * 2 + 1) }
    let copy = OverrideTable()
    var trie = OverrideTrie()
    forEach { trie = trie.inserting($0) }
    copy.trie = trie
    return copy
  }

  /// The same overrides, with the same or another number of slots.
  private func copy(mask: UInt) -> OverrideTable {
    let copy = OverrideTable(mask: mask)
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

  /// Whether a slot can be filled. One of them stays empty, where a look-up ends.
  private var hasRoom: Bool {
    count < Self.flatLimit && (count + 1) * 4 <= (Int(mask) + 1) * 3
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
}
