import BookmarkFormat
import BookmarksCore
import Dependencies
import Foundation
import SQLite
import Testing

@Suite("Importing and exporting")
struct FileTests {
  @Test("A file becomes bookmarks, with the present date where it names none")
  func importing() async throws {
    let library = try anyLibrary()
    let summary = try await library.importFile(
      Data(
        """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <DL><p>
          <DT><H3>Work</H3>
          <DL><p>
            <DT><A HREF="https://a.example" ADD_DATE="1700000000" TAGS="x,y">A</A>
            <DD>A note
          </DL><p>
          <DT><A HREF="https://b.example/"></A>
          <DT><A HREF="place:sort=8">Most visited</A>
          <DT><A>No address</A>
        </DL>
        """.utf8))
    #expect(summary == ImportSummary(added: 2, skipped: 2, folders: 1))
    let now = try time("2024-05-01T12:00:00Z")
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(
      try await library.bookmarks() == [
        Bookmark(
          id: UUID(0), address: "https://a.example/", title: "A", note: "A note", folder: ["Work"],
          tags: ["x", "y"], added: date, modified: date),
        Bookmark(
          id: UUID(1), address: "https://b.example/", title: "https://b.example/", added: now,
          modified: now),
      ])
  }

  @Test("What is in the library already stays as it is, but gets the tags that it lacks")
  func importingAgain() async throws {
    let library = try anyLibrary()
    try await library.add("https://a.example/", title: "Mine", tags: ["x"], folder: ["Mine"])
    try await library.add("https://b.example/", title: "Mine too")
    let file = Data(
      """
      <DL><DT><H3>Theirs</H3><DL>
        <DT><A HREF="https://a.example" TAGS="X,y">Theirs</A>
        <DT><A HREF="https://b.example">Theirs</A>
        <DT><A HREF="https://c.example">Theirs</A>
        <DT><A HREF="https://c.example/" TAGS="z">Theirs twice</A>
      </DL></DL>
      """.utf8)
    #expect(
      try await library.importFile(file)
        == ImportSummary(added: 1, known: 3, tagged: 2, folders: 1))
    #expect(
      try await library.bookmarks().map { "\($0.folder): \($0.title) \($0.tags)" } == [
        #"Mine: Mine ["x", "y"]"#, #": Mine too []"#, #"Theirs: Theirs ["z"]"#,
      ])
    #expect(try await library.importFile(file) == ImportSummary(known: 4))
  }

  @Test("An import that is interrupted leaves the library as it was", arguments: [0, 50, 100])
  func interruption(percent: Int) async throws {
    struct Interruption: Error {}
    let library = try anyLibrary()
    try await library.add("https://a.example/", title: "Stored", tags: ["kept"])
    let before = try await library.exportFile()
    let file = Data(
      "<DL>\((0..<200).map { "<DT><A HREF='https://a.example/\($0)' TAGS='t'>T</A>\n" }.joined())"
        .utf8)
    await #expect(throws: Interruption.self) {
      _ = try await library.importFile(file) { reached in
        if reached >= percent { throw Interruption() }
      }
    }
    #expect(try await library.exportFile() == before)
    #expect(try await library.importFile(file).added == 200)
  }

  @Test("A file that is no bookmark file changes nothing")
  func notABookmarkFile() async throws {
    let library = try anyLibrary()
    await #expect(throws: BookmarkReader.NotABookmarkFile.self) {
      try await library.importFile(Data("<!DOCTYPE html><title>A page</title>".utf8))
    }
    #expect(try await library.bookmarks().isEmpty)
  }

  @Test("Progress is told once for each percent, in order, to the end")
  func progress() async throws {
    let library = try anyLibrary()
    let file = Data(
      "<DL>\((0..<500).map { "<DT><A HREF='https://a.example/\($0)'>T</A>\n" }.joined())</DL>".utf8)
    let told = LockIsolated<[Int]>([])
    _ = try await library.importFile(file) { percent in told.withValue { $0.append(percent) } }
    #expect(told.value.first == 0)
    #expect(told.value.last == 100 || told.value.last == 99)
    #expect(told.value == Array(Set(told.value)).sorted())
  }

  @Test("What is exported and imported is the same library, whatever is in it")
  func roundTrip() async throws {
    let library = try anyLibrary()
    try await library.add(
      "https://a.example/?q=\"<&amp;>'", title: "</A> & \"quotes\"", tags: ["ü & <b>", "x"],
      folder: ["A/B", "</H3>", "👩‍👩‍👧"], note: "<DD> &lt;")
    try await library.add("javascript:alert('x')", title: "A bookmarklet")
    _ = try await library.importFile(Data("<DL><DT><H3>Empty</H3><DL></DL></DL>".utf8))
    let file = try await library.exportFile()
    #expect(file.bookmarks == 2)
    #expect(file.folders == 4)

    let copy = try anyLibrary()
    _ = try await copy.importFile(file.data)
    #expect(try await copy.exportFile() == file)
    #expect(try await copy.bookmarks() == library.bookmarks())
  }

  @Test("Folders that are nested two thousand deep are imported, listed and exported")
  func deepNesting() async throws {
    let depth = 2_000
    let folders = (0..<depth).map {
      "<DT><H3>F\($0)</H3><DL><DT><A HREF='https://a.example/\($0)'>A</A>"
    }
    let library = try anyLibrary()
    let summary = try await library.importFile(Data("<DL>\(folders.joined())".utf8))
    #expect(summary == ImportSummary(added: depth, folders: depth))
    let deepest = try #require(try await library.bookmarks().last)
    #expect(deepest.folder.names.count == 33)
    #expect(deepest.folder.names.first == "…")
    #expect(deepest.folder.names.last == "F1999")

    let file = try await library.exportFile()
    let copy = try anyLibrary()
    _ = try await copy.importFile(file.data)
    #expect(try await copy.exportFile() == file)
  }
}
