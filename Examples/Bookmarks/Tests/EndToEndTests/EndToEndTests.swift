import BookmarksTestSupport
import Foundation
import SQLite
import Testing

/// The program as people meet it: the built binary, a real file, a real server.
@Suite("The program", .serialized, .timeLimit(.minutes(2)))
struct EndToEndTests {
  @Test("The demo works for somebody who has nothing yet, and leaves nothing behind")
  func demo() async throws {
    try await withTool { tool in
      let demo = try await tool.run("demo")
      #expect(demo.status == 0)
      #expect(demo.error == "")
      #expect(demo.output.contains("Imported 12 bookmarks and 6 folders."))
      #expect(!FileManager.default.fileExists(atPath: tool.folder + "/bookmarks"))
      let folder = try #require(demo.output.split(separator: "\n").first { $0.hasPrefix("/") })
      #expect(!FileManager.default.fileExists(atPath: String(folder)))
    }
  }

  @Test("What one run stores, the next one finds")
  func persistence() async throws {
    try await withTool { tool in
      let server = try LoopbackServer { _ in .page("<title>A &amp; B</title>") }
      let added = try await tool.run("add", server.url + "/page", "--tag", "local")
      #expect(added.output == "Added 'A & B'.\n")
      #expect(try await tool.run("search", "a & b", "LOCAL").output.contains(server.url + "/page"))
      #expect(try await tool.run("remove", server.url + "/page").status == 0)
      #expect(try await tool.run("list").output == "No bookmarks.\n")
    }
  }

  @Test("Every user has a library, and without a name it is that of the login name")
  func users() async throws {
    try await withTool { tool in
      for user in ["anna", "ben"] {
        _ = try await tool.run(
          "--user", user, "add", "https://\(user).example", "--title", "Of \(user)")
      }
      _ = try await tool.run("add", "https://me.example", "--title", "Mine")
      #expect(try await tool.run("list", "--user", "anna").output.hasPrefix("Of anna\n"))
      #expect(try await tool.run("list", "--user=ben").output.hasPrefix("Of ben\n"))
      #expect(try await tool.run("list", "--user", NSUserName()).output.hasPrefix("Mine\n"))
      #expect(FileManager.default.fileExists(atPath: tool.library(of: "anna")))
    }
  }

  @Test("As of a day, that day is now")
  func asOf() async throws {
    try await withTool { tool in
      _ = try await tool.run(
        "add", "https://a.example", "--title", "A", "--as-of", "2020-02-29T12:00:00Z")
      let later = try await tool.run("list", "--as-of", "2020-03-02T12:00:00Z")
      #expect(later.output.contains("added 2020-02-29 (2 days ago)"))
      let earlier = try await tool.run("list", "--as-of", "2020-02-28T00:00:00Z")
      #expect(earlier.output == "No bookmarks.\n")
    }
  }

  @Test("A file goes through standard input and output unchanged")
  func pipes() async throws {
    try await withTool { tool in
      _ = try await tool.run(
        "add", "https://a.example", "--title", "<A> \"&\" ü", "--folder", "X/Y", "--note", "N")
      let file = try await tool.run("export").output
      #expect(file.hasPrefix("<!DOCTYPE NETSCAPE-Bookmark-file-1>"))
      let imported = try await tool.run("import", "-", "--user", "other", input: Data(file.utf8))
      #expect(imported.output == "Imported 1 bookmark and 2 folders.\n")
      #expect(try await tool.run("export", "--user", "other").output == file)
      #expect(try await tool.run("export", "file.html").status == 0)
      #expect(try String(contentsOfFile: tool.folder + "/file.html", encoding: .utf8) == file)
    }
  }

  @Test("Help and version are no errors, and touch no library")
  func help() async throws {
    try await withTool { tool in
      for arguments in [[], ["--help"], ["help"], ["help", "add"], ["add", "-h"], ["--version"]] {
        let result = try await tool.run(arguments)
        #expect(result.status == 0, "\(arguments)")
        #expect(result.error == "" && !result.output.isEmpty, "\(arguments)")
      }
      #expect(!FileManager.default.fileExists(atPath: tool.folder + "/bookmarks"))
    }
  }

  @Test("What is typed wrongly ends with status 64, and says on standard error what was meant")
  func usageErrors() async throws {
    try await withTool { tool in
      for (arguments, message) in [
        (["serach", "x"], "error: unknown command 'serach'; did you mean 'search'?\n"),
        (["add", "--titel", "x"], "error: unknown option '--titel'; did you mean '--title'?\n"),
        (["list", "--user", "../x"], "error: '../x' cannot be the name of a library\n"),
        (["list", "--as-of", "soon"], "error: 'soon' is no date"),
      ] {
        let result = try await tool.run(arguments)
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.error.hasPrefix(message))
      }
    }
  }

  @Test("Bad input is one line on standard error, and loses nothing")
  func badInput() async throws {
    try await withTool { tool in
      let server = try LoopbackServer { path in
        path == "/image"
          ? .response(status: "200 OK", headers: ["Content-Type: image/png"])
          : .response(status: "500 Internal Server Error")
      }
      try Data("<!DOCTYPE html><title>A page</title>".utf8)
        .write(to: URL(fileURLWithPath: tool.folder + "/page.html"))
      _ = try await tool.run("add", "https://a.example", "--title", "Stored")
      let before = try await tool.run("export").output

      for (arguments, message) in [
        (["add", "https://A.example/"], "is in the library already, as 'Stored'"),
        (["add", "http://127.0.0.1:1/"], "cannot be reached"),
        (["add", server.url + "/image"], "is no web page but image/png"),
        (["add", server.url + "/error"], "answers with status 500"),
        (["add", "ftp://a.example/x"], "is no page whose title could be fetched"),
        (["import", "missing.html"], "there is no file 'missing.html'"),
        (["import", "page.html"], "'page.html' is not a bookmark file"),
        (["import", "."], "'.' is a folder"),
        (["export", "."], "'.' is a folder"),
        (["export", "missing/file.html"], "'missing/file.html' cannot be written"),
        (["remove", "https://b.example"], "there is no bookmark 'https://b.example'"),
        (["tag", "https://b.example", "x"], "there is no bookmark 'https://b.example'"),
        (["list", "--folder", "x"], "there is no folder 'x'"),
      ] {
        let result = try await tool.run(arguments)
        #expect(result.status == 1, "\(arguments)")
        #expect(result.output == "", "\(arguments)")
        #expect(result.error.hasPrefix("error: ") && result.error.contains(message))
        #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
      }
      #expect(try await tool.run("export").output == before)
    }
  }

  @Test("A library that is locked, read-only or something else is an error, and stays as it is")
  func badLibrary() async throws {
    try await withTool { tool in
      let path = tool.library(of: "anna")
      _ = try await tool.run("add", "https://a.example", "--title", "Stored", "--user", "anna")
      func change() async throws -> String {
        let result = try await tool.run(
          "add", "https://b.example", "--title", "New", "--user", "anna")
        #expect(result.status == 1)
        #expect(result.error.split(separator: "\n").count == 1)
        return result.error
      }

      let other = try Connection(path: path, busyTimeout: .zero)
      try other.execute("BEGIN EXCLUSIVE")
      #expect(try await change().contains("is locked by another program"))
      try other.execute("ROLLBACK")

      try makeReadOnlyForSQLite(path)
      #expect(try await change().contains("is read-only"))
      #expect(try await tool.run("list", "--user", "anna").output.hasPrefix("Stored\n"))

      let text = String(repeating: "A letter to Anna. ", count: 100)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      #expect(try await change().contains("is not an SQLite database"))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
  }

  @Test("On a terminal a long import shows how far it is, and elsewhere it does not")
  func progress() async throws {
    try await withTool { tool in
      try longFile(3000).write(to: URL(fileURLWithPath: tool.folder + "/long.html"))
      #expect(try await tool.run("import", "long.html").output == "Imported 3000 bookmarks.\n")

      let terminal = try Terminal()
      let process = try tool.process(["import", "long.html", "--user", "watched"])
      process.standardOutput = terminal.child
      async let shown = terminal.read(until: "bookmarks.")
      #expect(try await tool.exitStatus(of: process) == 0)
      #expect(await shown.contains("Importing... 50%\r"))
      #expect(await shown.hasSuffix("\r\u{1b}[KImported 3000 bookmarks.\r\n"))
    }
  }

  @Test("An import that is killed leaves the library as it was")
  func kill() async throws {
    try await withTool { tool in
      try longFile(100_000).write(to: URL(fileURLWithPath: tool.folder + "/long.html"))
      _ = try await tool.run("add", "https://a.example", "--title", "Stored")
      let before = try await tool.run("export").output

      let terminal = try Terminal()
      let process = try tool.process(["import", "long.html"])
      process.standardOutput = terminal.child
      async let status = tool.exitStatus(of: process)
      _ = await terminal.read(until: "Importing... 1%")
      Foundation.kill(process.processIdentifier, SIGKILL)
      #expect(try await status == SIGKILL)
      #expect(process.terminationReason == .uncaughtSignal)

      #expect(try await tool.run("export").output == before)
      #expect(try await tool.run("add", "https://b.example", "--title", "B").status == 0)
    }
  }
}

private func withTool(_ body: (Tool) async throws -> Void) async throws {
  try await withTemporaryFolder { try await body(Tool(folder: $0)) }
}

private func longFile(_ count: Int) -> Data {
  var file = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n"
  for number in 0..<count {
    file += "<DT><A HREF=\"https://a.example/\(number)\" TAGS=\"x,y\">Title \(number)</A>\n"
  }
  return Data((file + "</DL><p>\n").utf8)
}
