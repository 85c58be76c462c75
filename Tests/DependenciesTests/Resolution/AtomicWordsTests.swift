import CDependencyAtomics
import Testing

@testable import Dependencies

@Suite struct AtomicWordsTests {
  private final class Subject: AtomicWords, @unchecked Sendable {
    let before = 0x1111
    var after = 0x2222
  }

  @Test func `the two words stand between the header and what a subclass adds`() {
    let subject = Subject()
    #expect(graft_load_acquire(subject.firstWord) == 0)
    #expect(graft_load_acquire(subject.secondWord) == 0)
    graft_store_release(subject.firstWord, .max)
    graft_store_release(subject.secondWord, .max)
    #expect(subject.before == 0x1111)
    #expect(subject.after == 0x2222)
    var mirror = Mirror(reflecting: subject)
    while let parent = mirror.superclassMirror { mirror = parent }
    #expect(mirror.children.compactMap { $0.value as? UInt } == [.max, .max])
  }

  @Test func `the key of an entry of a table follows its words`() {
    let entry = TableEntry(key: 0x3333)
    let address = Unmanaged.passUnretained(entry).toOpaque()
    #expect(graft_word(address, 4).pointee == 0x3333)
    let table = PublishedTable<TableEntry>()
    table.insert(entry)
    #expect(table.find(0x3333) === entry)
    #expect(table.find(0x4444) == nil)
  }

  @Test func `values are found where they are kept, whatever their size and alignment`() {
    checkPlaces(of: UInt8(7))
    checkPlaces(of: SIMD8<Double>(repeating: 0.5))
    checkPlaces(of: "a text that is too long to stand in its own two words")
    checkPlaces(of: Optional<Int>.none)
    checkPlaces(of: [1, 2, 3])
    struct Nothing: Equatable {}
    checkPlaces(of: Nothing())
  }

  private func checkPlaces<Value: Equatable>(of value: Value) {
    let set = HoldingStorage(value, for: 8, writtenAt: location, over: nil)
    let override = Override(key: 8, value: value, location: location, shadowing: nil)
    let cell = ValueCell<Value>(keyType: Int.self, valueType: Value.self, context: .live)
    cell.publish(
      value, origin: ValueOrigin(kind: .created, location: location, preparation: nil),
      readKeys: [])
    for place in [set.overridePlace(8), override.place, override.twin.place, cell.place] {
      #expect(place?.assumingMemoryBound(to: Value.self).pointee == value)
      #expect(place != nil)
      #expect(Int(bitPattern: place) % MemoryLayout<Value>.alignment == 0)
    }
  }

  @Test func `a function is found as it was kept`() {
    let set = HoldingStorage(
      { (number: Int) in number + 1 }, for: 8, writtenAt: location, over: nil)
    let place = set.overridePlace(8)
    #expect(place?.assumingMemoryBound(to: ((Int) -> Int).self).pointee(2) == 3)
  }

  private func text(_ key: UInt, in set: ValuesStorage) -> String? {
    set.overridePlace(key)?.assumingMemoryBound(to: String.self).pointee
  }

  @Test func `the first slots of a table of overrides follow its header`() {
    var table = OverrideTable()
    for key in 1...3 as ClosedRange<UInt> {
      OverrideTable.insert(
        Override(key: key, value: key, location: location, shadowing: nil), into: &table)
    }
    #expect(table.moreSlots == nil)
    #expect(table.mask == 3)
    #expect(table.trie == nil)
    for key in 1...3 as ClosedRange<UInt> {
      let override = table.find(key)?.takeUnretainedValue() as? Override<UInt>
      #expect(override?.value == key)
    }
    #expect(table.find(4) == nil)
  }

  @Test func `a set that holds an override hands it on as one object that others share`() {
    let outer = ValuesStorage(cache: nil)
    let set = HoldingStorage("a", for: 8, writtenAt: location, over: outer)
    #expect(text(8, in: set) == "a")
    #expect(text(16, in: set) == nil)
    let inner = HoldingStorage("b", for: 16, writtenAt: location, over: set)
    #expect(text(8, in: inner) == "a")
    #expect(text(16, in: inner) == "b")
    let held = set.find(8)?.takeUnretainedValue()
    #expect(held != nil)
    #expect(held === inner.find(8)?.takeUnretainedValue())
    var written: ValuesStorage = inner
    ValuesStorage.insert(
      Override(key: 16, value: "c", location: location, shadowing: nil), into: &written)
    #expect(text(8, in: written) == "a")
    #expect(text(16, in: written) == "c")
    #expect(text(16, in: inner) == "b")
    #expect(written.find(8)?.takeUnretainedValue() === held)
    if let held, let other = written.find(16)?.takeUnretainedValue() {
      #expect(held.number < other.number)
    }
  }

  @Test func `a set keeps what it was given, at each size and with older sets alive`() {
    var storage = ValuesStorage(cache: nil)
    var older: [ValuesStorage] = []
    for key in 1...200 as ClosedRange<UInt> {
      // Three of four times somebody else has the set too, so that it is copied.
      if key % 4 != 0 { older.append(storage) }
      for key in [key, key / 2 + 1] {
        ValuesStorage.insert(
          Override(key: key, value: key, location: location, shadowing: nil), into: &storage)
      }
      var seen: [UInt] = []
      storage.forEachOverride { seen.append($0.key) }
      #expect(seen.sorted() == Array(1...key))
      for key in 1...key { #expect(value(of: key, in: storage) == key) }
      #expect(value(of: key + 1, in: storage) == nil)
    }
    withExtendedLifetime(older) {}
  }

  private func value(of key: UInt, in storage: ValuesStorage) -> UInt? {
    (storage.find(key)?.takeUnretainedValue() as? Override<UInt>)?.value
  }

  private var location: Dependencies.SourceLocation {
    Dependencies.SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
  }

  @Test func `a place in a source comes back as it was put in`() {
    let location = Dependencies.SourceLocation(
      fileID: #fileID, filePath: #filePath, line: 12, column: 3)
    #expect("\(location.fileID)" == "\(#fileID)")
    #expect("\(location.filePath)" == "\(#filePath)")
    #expect(location.line == 12)
    #expect(location.column == 3)
    #expect(MemoryLayout.size(ofValue: location) == 24)
    let umlaut = Dependencies.SourceLocation(
      fileID: "Modül/Datei.swift", filePath: "", line: 1, column: 1)
    #expect("\(umlaut.fileID)" == "Modül/Datei.swift")
  }
}
