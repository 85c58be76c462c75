import BookmarksCore
import Dependencies
import Foundation
import Testing

@Suite("Changing bookmarks")
struct ChangingTests {
  @Test("Tags are added and taken away, and the date of the change is kept")
  func tag() async throws {
    let days = LockIsolated(0)
    let start = try time("2024-01-01T12:00:00Z")
    let library = try anyLibrary {
      $0.date = DateGenerator { start.addingTimeInterval(86400 * Double(days.value)) }
    }
    try await library.add("https://a.example/", title: "A", tags: ["one", "two"])
    days.withValue { $0 += 1 }
    let changed = try await library.tag(
      "https://a.example", adding: ["Three", "three"], removing: ["ONE"])
    #expect(changed.tags == ["Three", "two"])
    #expect(changed.added == start)
    #expect(changed.modified == start.addingTimeInterval(86400))
    #expect(try await library.bookmarks() == [changed])
  }

  @Test("A bookmark is named by its URL or by the start of its identifier")
  func references() async throws {
    let ids = [
      "3F2A91BC-0000-0000-0000-000000000000", "3F2A0000-0000-0000-0000-000000000000",
    ].compactMap(UUID.init)
    let next = LockIsolated(0)
    let library = try anyLibrary {
      $0.uuid = UUIDGenerator {
        defer { next.withValue { $0 += 1 } }
        return ids[next.value]
      }
    }
    try await library.add("https://a.example/", title: "A")
    try await library.add("https://b.example/", title: "B")

    await #expect(throws: LibraryError.ambiguous("3f2a", count: 2)) {
      try await library.remove(["3f2a"])
    }
    for reference in ["3F2", "dead", "A", "*", "", "https://c.example"] {
      await #expect(throws: LibraryError.noBookmark(reference)) {
        try await library.remove([reference])
      }
    }
    #expect(try await library.remove(["3f2a9"]).map(\.title) == ["A"])
    #expect(try await library.remove(["HTTPS://B.example"]).map(\.title) == ["B"])
    #expect(try await library.bookmarks().isEmpty)
  }

  @Test("If one of several is not there, none is removed")
  func removeAllOrNone() async throws {
    let library = try anyLibrary()
    try await library.add("https://a.example/", title: "A")
    await #expect(throws: LibraryError.noBookmark("https://b.example/")) {
      try await library.remove(["https://a.example/", "https://b.example/"])
    }
    #expect(try await library.bookmarks().map(\.title) == ["A"])
  }

  @Test("What was removed can be added again")
  func again() async throws {
    let library = try anyLibrary()
    try await library.add("https://a.example/", title: "A", tags: ["old"])
    try await library.remove(["https://a.example/"])
    let bookmark = try await library.add("https://a.example/", title: "A")
    #expect(bookmark.tags.isEmpty)
    #expect(try await library.bookmarks() == [bookmark])
  }
}
