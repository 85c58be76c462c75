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
