import BookmarksCore
import BookmarksTestSupport
import CommandArguments
import Dependencies
import DependencyContainer
import Foundation
import SQLite
import Testing

/// The program without its process: what is typed, and what it writes.
@Suite("Commands")
struct CommandTests {
  @Test("A bookmark is added, listed, tagged, found and removed")
  func story() async throws {
    let database = Database.library(at: .memory)
    func type(_ arguments: String...) async throws -> String {
      try await output(of: arguments) { $0.defaultDatabase = database }
    }
    #expect(
      try await type(
        "add", "https://www.swift.org", "--title", "Swift", "--tag", "language", "--folder=Work",
        "--note", "To read") == "Added 'Swift'.\n")
    #expect(
      try await type("list") == """
        Swift
          https://www.swift.org/
          To read
          Work  #language  added 2024-05-01 (just now)  00000000

        """)
    #expect(
      try await type("tag", "https://www.swift.org", "swift", "--remove", "language")
        == "'Swift' has #swift.\n")
    #expect(try await type("search", "swift", "work").contains("No bookmarks found."))
    #expect(try await type("search", "read", "SWIFT").hasPrefix("Swift\n"))
    #expect(try await type("remove", "https://www.swift.org") == "Removed 'Swift'.\n")
    #expect(try await type("list") == "No bookmarks.\n")
  }

  @Test(
    "Ages are counted from the date that is current",
    arguments: [
      ("2024-05-01T12:00:30Z", "just now"), ("2024-05-01T12:01:00Z", "1 minute ago"),
      ("2024-05-01T14:59:59Z", "2 hours ago"), ("2024-05-11T12:00:00Z", "10 days ago"),
      ("2024-06-01T12:00:00Z", "1 month ago"), ("2034-05-01T12:00:00Z", "9 years ago"),
      ("2024-04-30T12:00:00Z", "not yet"),
    ])
  func ages(now: String, age: String) async throws {
    let database = Database.library(at: .memory)
    try await anyLibrary { $0.defaultDatabase = database }.add("https://a.example/", title: "A")
    let list = try await output(of: ["list"]) {
      $0.defaultDatabase = database
      $0.date.now = try time(now)
    }
    #expect(list.contains("(\(age))"))
  }

  @Test("A day is counted in the time zone that is current")
  func timeZone() async throws {
    let database = Database.library(at: .memory)
    try await anyLibrary { $0.defaultDatabase = database }.add("https://a.example/", title: "A")
    let list = try await output(of: ["list"]) {
      $0.defaultDatabase = database
      $0.timeZone = try #require(TimeZone(identifier: "Pacific/Kiritimati"))
    }
    #expect(list.contains("added 2024-05-02"))
  }

  @Test(
    "As of a day, the list is what it was at the end of that day",
    arguments: [
      ("2024-04-30", 0), ("2024-05-01", 1), ("2024-05-01T11:59:59Z", 0),
      ("2024-05-01T12:00:00Z", 1),
      ("2024-05-01T15:00:00+03:00", 1),
    ])
  func asOf(date: String, count: Int) async throws {
    let database = Database.library(at: .memory)
    try await anyLibrary { $0.defaultDatabase = database }.add("https://a.example/", title: "A")
    try await withDependencies {
      $0.timeZone = .gmt
    } operation: {
      let asOf = try #require(try Program(["list", "--as-of", date]).asOf)
      let list = try await output(of: ["list", "--as-of", date]) {
        $0.defaultDatabase = database
        $0.date.now = asOf
      }
      #expect(list.components(separatedBy: "https://a.example/").count - 1 == count)
    }
  }

  @Test("Progress is shown to somebody who watches a long import, and to nobody else")
  func progress() async throws {
    try await withTemporaryFolder { folder in
      let file = folder + "/long.html"
      let entries = (0..<3000).map { "<DT><A HREF='https://a.example/\($0)'>Title</A>\n" }
      try "<DL>\(entries.joined())</DL>".write(toFile: file, atomically: true, encoding: .utf8)

      let watched = try await output(of: ["import", file], isTerminal: true)
      #expect(watched.contains("\r\u{1b}[KImporting... 50%\r"))
      #expect(watched.hasSuffix("\r\u{1b}[KImported 3000 bookmarks.\n"))
      #expect(try await output(of: ["import", file]) == "Imported 3000 bookmarks.\n")
    }
  }

  @Test("The demo works on a library of its own")
  func demo() async throws {
    let database = Database.library(at: .memory)
    let text = try await output(of: ["demo"]) { $0.defaultDatabase = database }
    #expect(text.contains("Imported 12 bookmarks and 6 folders."))
    #expect(text.contains("the same to the last byte"))
    #expect(try await anyLibrary { $0.defaultDatabase = database }.bookmarks().isEmpty)
  }

  @Test(
    "What is typed wrongly is said, with what was probably meant",
    arguments: [
      (["serach"], "unknown command 'serach'; did you mean 'search'?"),
      (["list", "--user"], "the option '--user' needs a value: --user NAME"),
      (["--usr", "x", "list"], "unknown command 'x'"),
      (["add"], "URL is missing"),
      (
        ["add", "www.swift.org"],
        "'www.swift.org' is no URL; did you mean 'https://www.swift.org/'?"
      ),
      (
        ["add", "localhost:80/x"],
        "'localhost:80/x' is no URL; did you mean 'https://localhost:80/x'?"
      ),
      (["add", "https://"], "'https://' is no URL"),
      (["add", "https://a.example", "b"], "'b' is one argument too many"),
      (["list", "x"], "'x' is one argument too many"),
      (["search"], "WORD is missing"), (["tag", "x"], "TAG is missing"),
      (["tag"], "URL|ID is missing"),
      (["remove"], "URL|ID is missing"), (["import"], "FILE is missing"),
      (["list", "--as-of", "2024-02-30"], "'2024-02-30' is no date"),
      (["list", "--as-of", "yesterday"], "'yesterday' is no date"),
      (["help", "lsit"], "unknown command 'lsit'; did you mean 'list'?"),
    ])
  func mistakes(arguments: [String], message: String) throws {
    let error = #expect(throws: (any Error).self) {
      try withDependencies {
        $0.timeZone = .gmt
      } operation: {
        _ = try Program(arguments)
      }
    }
    #expect(error is UsageError || error is CommandUsageError)
    #expect("\(try #require(error))".hasPrefix(message))
  }

  @Test(
    "Every command explains itself",
    arguments: [
      "add", "list", "search", "tag", "remove", "import", "export", "demo",
    ])
  func help(command: String) async throws {
    let help = try await output(of: [command, "--help"])
    #expect(help.contains("Usage: bookmarks \(command)"))
    #expect(try await output(of: ["help", command]) == help)
    #expect(try await output(of: ["-h"]).contains("  \(command) "))
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test("Options of the program may stand before the command")
  func globalOptions() throws {
    let program = try Program(["--user", "list", "list", "--tag", "x"])
    #expect(program.user == "list")
  }

  @Test("A library belongs to a user, in the data folder")
  func location() throws {
    #expect(
      try LibraryLocation.path(user: "anna", environment: [:], home: "/home/anna")
        == "/home/anna/.local/share/bookmarks/anna.sqlite")
    #expect(
      try LibraryLocation.path(user: "b", environment: ["XDG_DATA_HOME": "/data"], home: "/home/b")
        == "/data/bookmarks/b.sqlite")
    #expect(
      try LibraryLocation.path(user: "b", environment: ["XDG_DATA_HOME": "data"], home: "/home/b")
        == "/home/b/.local/share/bookmarks/b.sqlite")
    for name in ["", ".", "..", ".x", "a/b", "../b", "a\nb", "a\0b"] {
      #expect(throws: UsageError.self) {
        try LibraryLocation.path(user: name, environment: [:], home: "/home/anna")
      }
    }
  }
}

/// Runs a command, at noon of the first of May 2024 in Greenwich.
///
/// - Parameter update: What is different in this test.
/// - Returns: What it wrote.
private func output(
  of arguments: [String], isTerminal: Bool = false,
  _ update: (inout DependencyValues) throws -> Void = { _ in }
) async throws -> String {
  let transcript = Transcript()
  let noon = try time("2024-05-01T12:00:00Z")
  let container = Container()
  try await withDependencies {
    $0.console = transcript.console(isTerminal: isTerminal)
    Assembler(container: container).apply(assembly: BookmarksCoreAssembly())
    $0.container = container
    $0.date.now = noon
    $0.defaultDatabase = .library(at: .memory)
    $0.timeZone = .gmt
    $0.uuid = .incrementing
    try update(&$0)
  } operation: {
    try await Program(arguments).command.run()
  }
  return transcript.text
}
