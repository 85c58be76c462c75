public import CDependencyAtomics

/// What a ``PublishedTable`` holds.
///
/// The key is the first property after the two words, where a look-up finds it; `AtomicWordsTests` holds that layout too.
///
/// Sendable because the key is immutable and the words are atomic.
@usableFromInline
class TableEntry: AtomicWords, @unchecked Sendable {
  @usableFromInline
  final let key: UInt

  init(key: UInt) {
    self.key = key
  }
}

/// A table from key to entry that is read without a lock.
///
/// Its slots are an open-addressing array: a mask, then one word for each slot. Readers load the array and each slot with
/// acquiring loads; a slot is filled once and never emptied. Writers hold a lock. An array that was
/// outgrown, and an entry that was replaced, stay alive as long as the table, since a reader may still be looking at them;
/// arrays double, so that is at most as much again.
///
/// Sendable for that reason: what readers see is immutable or atomic, everything else is under the lock.
final class PublishedTable<Entry: TableEntry>: @unchecked Sendable {
  /// Where the array is published, besides `word`: the place that the fast path of a context looks at.
  private var mirror: UnsafeMutablePointer<UInt>?
  let word: UnsafeMutablePointer<UInt>
  private var arrays: [UnsafeMutablePointer<UInt>] = []
  private var entries: [Entry] = []
  private var count = 0

  init() {
    word = .allocate(capacity: 1)
    word.initialize(to: 0)
  }

  deinit {
    for array in arrays { array.deallocate() }
    word.deallocate()
  }

  func find(_ key: UInt) -> Entry? {
    findEntry(in: graft_load_acquire(word), key: key).map {
      Unmanaged<Entry>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Publishes the array in a second place from now on.
  func publish(to mirror: UnsafeMutablePointer<UInt>?) {
    self.mirror = mirror
    if let mirror { graft_store_release(mirror, graft_load_acquire(word)) }
  }

  /// Adds an entry, or puts it in the place of an older one of the same key.
  func insert(_ entry: Entry) {
    entries.append(entry)
    let pointer = UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque())
    if let slot = slot(for: entry.key), slot.pointee != 0 {
      graft_store_release(slot, pointer)
      return
    }
    if arrays.isEmpty || (count + 1) * 4 > capacity * 3 { grow() }
    guard let slot = slot(for: entry.key) else { return }
    count += 1
    graft_store_release(slot, pointer)
  }

  /// How many entries are kept alive, those that were replaced included. Called by writers.
  var entryCount: Int { entries.count }

  /// What readers find, in no order. Called by writers.
  var currentEntries: [Entry] {
    guard let array = arrays.last else { return [] }
    return (0..<capacity).compactMap { index in
      UnsafeRawPointer(bitPattern: array[1 + index]).map {
        unsafeDowncast(
          Unmanaged<TableEntry>.fromOpaque($0).takeUnretainedValue(), to: Entry.self)
      }
    }
  }

  /// Forgets every entry for readers to come.
  func removeAll() {
    guard !arrays.isEmpty else { return }
    count = 0
    publish(Self.makeArray(capacity: 16))
  }

  private var capacity: Int { arrays.last.map { Int($0[0]) + 1 } ?? 0 }

  private func slot(for key: UInt) -> UnsafeMutablePointer<UInt>? {
    guard let array = arrays.last else { return nil }
    return Self.slot(for: key, in: array)
  }

  private static func slot(
    for key: UInt, in array: UnsafeMutablePointer<UInt>
  ) -> UnsafeMutablePointer<UInt> {
    let mask = array[0]
    var index = graft_scramble(key) & mask
    while true {
      let slot = array + 1 + Int(index)
      guard let pointer = UnsafeRawPointer(bitPattern: slot.pointee) else { return slot }
      if Unmanaged<TableEntry>.fromOpaque(pointer)._withUnsafeGuaranteedRef({ $0.key }) == key {
        return slot
      }
      index = (index &+ 1) & mask
    }
  }

  private func grow() {
    let new = Self.makeArray(capacity: max(16, capacity * 2))
    if let old = arrays.last {
      for index in 1...(Int(old[0]) + 1) {
        guard let pointer = UnsafeRawPointer(bitPattern: old[index]) else { continue }
        let key = Unmanaged<TableEntry>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.key }
        Self.slot(for: key, in: new).pointee = old[index]
      }
    }
    publish(new)
  }

  private func publish(_ array: UnsafeMutablePointer<UInt>) {
    arrays.append(array)
    graft_store_release(word, UInt(bitPattern: array))
    if let mirror { graft_store_release(mirror, UInt(bitPattern: array)) }
  }

  private static func makeArray(capacity: Int) -> UnsafeMutablePointer<UInt> {
    let array = UnsafeMutablePointer<UInt>.allocate(capacity: capacity + 1)
    array.initialize(repeating: 0, count: capacity + 1)
    array[0] = UInt(capacity - 1)
    return array
  }
}

/// Looks a key up in the array that a ``PublishedTable`` has published; `array` is zero while there is none.
///
/// - Returns: The address of the entry.
@_transparent @usableFromInline
func findEntry(in array: UInt, key: UInt) -> UnsafeRawPointer? {
  // The key of a ``TableEntry`` follows its header and its two words.
  graft_find_entry(UnsafePointer(bitPattern: array), key, 4)
}
