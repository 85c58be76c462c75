import BookmarksCore
import Dependencies
import Foundation
import Testing

@Suite("Finding bookmarks")
struct FindingTests {
  @Test(
    "All words must be there, wherever they stand, whatever their case and accents",
    arguments: [
      (["swift"], ["Swift", "Packages"]), (["SWIFT", "pack"], ["Packages"]), (["creme"], ["Crème"]),
      (["CRÈME", "brulee"], ["Crème"]), (["dessert"], ["Crème"]), (["作り方"], ["ラーメンの作り方"]),
      (["100%"], ["100% _exact_"]), (["_"], ["100% _exact_"]), (["%"], ["100% _exact_"]),
      (["swift", "dessert"], []), (["'; DROP TABLE bookmark; --"], []), ([], titles),
    ] as [([String], [String])])
  func words(words: [String], found: [String]) async throws {
    let library = try await sampleLibrary()
    #expect(
      try await library.bookmarks(matching: BookmarkQuery(words: words)).map(\.title) == found)
  }

  @Test(
    "A tag is a whole tag, whatever its case",
    arguments: [
      (["language"], ["Swift"]), (["LANGUAGE"], ["Swift"]), (["lang"], []),
      (["swift"], ["Swift", "Packages"]), (["swift", "language"], ["Swift"]),
    ] as [([String], [String])])
  func tags(tags: [String], found: [String]) async throws {
    let library = try await sampleLibrary()
    #expect(try await library.bookmarks(matching: BookmarkQuery(tags: tags)).map(\.title) == found)
  }

  @Test(
    "A folder holds what is in the folders inside it",
    arguments: [
      ("Work", ["Swift", "Packages"]), ("Work/Swift", ["Packages"]), ("A\\/B", ["Crème"]),
      ("/Work//", ["Swift", "Packages"]), ("", titles),
    ])
  func folders(path: String, found: [String]) async throws {
    let library = try await sampleLibrary()
    let query = BookmarkQuery(folder: FolderPath(parsing: path))
    #expect(try await library.bookmarks(matching: query).map(\.title) == found)
  }

  @Test("A folder that is not there is an error, and no empty list")
  func missingFolder() async throws {
    let library = try await sampleLibrary()
    await #expect(throws: LibraryError.noFolder(["Swift"])) {
      try await library.bookmarks(matching: BookmarkQuery(folder: ["Swift"]))
    }
  }

  @Test("As of a day, what was added later is left out")
  func addedBy() async throws {
    let library = try await sampleLibrary()
    let query = BookmarkQuery(addedBy: try time("2024-01-02T12:00:00Z"))
    #expect(try await library.bookmarks(matching: query).map(\.title) == ["Swift", "Packages"])
  }
}

private let titles = ["Swift", "Packages", "Crème", "ラーメンの作り方", "100% _exact_"]

/// A library to which a bookmark was added on each of the first days of 2024.
private func sampleLibrary() async throws -> Library {
  let start = try time("2024-01-01T12:00:00Z")
  let days = LockIsolated(0)
  let library = try anyLibrary {
    $0.date = DateGenerator { start.addingTimeInterval(86400 * Double(days.value)) }
  }
  try await library.add(
    "https://www.swift.org/", title: titles[0], tags: ["swift", "language"], folder: ["Work"])
  days.withValue { $0 += 1 }
  try await library.add(
    "https://packages.example/", title: titles[1], tags: ["swift"], folder: ["Work", "Swift"])
  days.withValue { $0 += 1 }
  try await library.add(
    "https://a.example/", title: titles[2], folder: ["A/B"], note: "Brûlée, a dessert")
  days.withValue { $0 += 1 }
  try await library.add("https://b.example/", title: titles[3])
  try await library.add("https://c.example/", title: titles[4])
  return library
}
