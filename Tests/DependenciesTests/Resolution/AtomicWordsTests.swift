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

  @Test func `the first slots of a set of overrides follow the two words`() {
    var storage = ValuesStorage(cache: nil)
    #expect(storage.moreSlots == nil)
    for key in 1...3 as ClosedRange<UInt> {
      ValuesStorage.insert(
        Override(key: key, value: key, location: location, shadowing: nil), into: &storage)
    }
    #expect(storage.moreSlots == nil)
    #expect(storage.mask == 3)
    #expect(storage.recorder == nil)
    #expect(graft_load_acquire(storage.firstWord) == 0)
    #expect(graft_load_acquire(storage.secondWord) == 0)
    for key in 1...3 as ClosedRange<UInt> { #expect(value(of: key, in: storage) == key) }
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
