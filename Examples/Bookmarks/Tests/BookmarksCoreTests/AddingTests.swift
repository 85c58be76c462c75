import BookmarksCore
import BookmarksTestSupport
import Dependencies
import Foundation
import SQLite
import Testing

/// How to test code that reads `@Dependency`: `withDependencies` says what the world is like, and what
/// is made in it, here a library, keeps that world.
@Suite("Adding a bookmark")
struct AddingTests {
  @Test("stores it with the title of its page, with the date and with an identifier")
  func add() async throws {
    let noon = try time("2024-05-01T12:00:00Z")
    let library = withDependencies {
      $0.defaultDatabase = .library(at: .memory)
      $0.date.now = noon
      $0.uuid = .incrementing
      $0.pageClient.title = { page in "The title of \(page.absoluteString)" }
    } operation: {
      Library()
    }

    try await library.add(
      "https://www.swift.org/", tags: ["swift", "Language, tools"],
      folder: FolderPath(parsing: "Work/Swift"), note: "Read\nthis")

    #expect(
      try await library.bookmarks() == [
        Bookmark(
          id: UUID(0), address: "https://www.swift.org/",
          title: "The title of https://www.swift.org/", note: "Read this",
          folder: ["Work", "Swift"], tags: ["Language", "swift", "tools"], added: noon,
          modified: noon)
      ])
  }

  @Test("fetches no title if one is given")
  func givenTitle() async throws {
    // The page client is not overridden. If it were used, its test value would fail this test.
    let library = try anyLibrary()
    let bookmark = try await library.add("https://www.swift.org/", title: "  Swift\u{1b}[31m ")
    #expect(bookmark.title == "Swift [31m")
  }

  @Test("shows the address of a page that has no title", arguments: [nil, "", " \n"])
  func untitledPage(title: String?) async throws {
    let library = try anyLibrary { $0.pageClient.title = { _ in title } }
    #expect(try await library.add("https://a.example/").title == "https://a.example/")
  }

  @Test(
    "refuses a duplicate, however its URL is written, before it fetches anything",
    arguments: [
      "https://www.swift.org", "HTTPS://WWW.Swift.ORG/", " https://www.swift.org/\n",
    ])
  func duplicate(url: String) async throws {
    let library = try anyLibrary()
    let stored = try await library.add("https://www.swift.org/", title: "Swift")
    let address = try #require(Address(url))
    await #expect(throws: LibraryError.duplicate(stored)) { try await library.add(address) }
    #expect(try await library.bookmarks() == [stored])
  }

  @Test("refuses it if somebody else added it while the title was fetched")
  func race() async throws {
    let database = Database.library(at: .memory)
    let other = try anyLibrary { $0.defaultDatabase = database }
    let library = try anyLibrary {
      $0.defaultDatabase = database
      $0.pageClient.title = { _ in
        try await other.add("https://a.example/", title: "First")
        return "Second"
      }
    }
    await #expect(throws: LibraryError.self) { try await library.add("https://a.example/") }
    #expect(try await library.bookmarks().map(\.title) == ["First"])
  }

  @Test("adds nothing if the page cannot be reached")
  func unreachable() async throws {
    let failure = PageError.unreachable(URL(filePath: "/"), reason: "the cable is cut")
    let library = try anyLibrary { $0.pageClient.title = { _ in throw failure } }
    await #expect(throws: failure) {
      try await library.add("https://a.example/", folder: ["Not", "made"])
    }
    #expect(try await library.bookmarks().isEmpty)
    #expect(try await library.exportFile().folders == 0)
  }

  @Test("fetches no title from what is not on the web")
  func notOnTheWeb() async throws {
    let library = try anyLibrary()
    await #expect(throws: PageError.notOnTheWeb("ftp://a.example/file")) {
      try await library.add("ftp://a.example/file")
    }
    try await library.add("ftp://a.example/file", title: "A file")
    #expect(try await library.bookmarks().map(\.title) == ["A file"])
  }

  @Test("adds nothing to a database that another program locks, and leaves what is there")
  func locked() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/library.sqlite"
      let library = try anyLibrary {
        $0.defaultDatabase = .library(at: .file(path), busyTimeout: .milliseconds(10))
      }
      try await library.add("https://a.example/", title: "Stored")
      let other = try Connection(path: path, busyTimeout: .zero)
      try other.execute("BEGIN EXCLUSIVE")
      await #expect(throws: DatabaseError(.locked, path: path)) {
        try await library.add("https://b.example/", title: "New")
      }
      try other.execute("ROLLBACK")
      #expect(try await library.bookmarks().map(\.title) == ["Stored"])
    }
  }
}

/// A library in memory in which nothing is surprising: the date stands still, and identifiers count.
///
/// - Parameter update: What is different in this test.
func anyLibrary(_ update: (inout DependencyValues) -> Void = { _ in }) throws -> Library {
  let date = try time("2024-05-01T12:00:00Z")
  return withDependencies {
    $0.defaultDatabase = .library(at: .memory)
    $0.date.now = date
    $0.uuid = .incrementing
    update(&$0)
  } operation: {
    Library()
  }
}
