import BookmarksTestSupport
import Foundation
import SQLite
import Testing

@Suite("The database")
struct DatabaseTests {
  let notes = ["CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT UNIQUE)"]

  @Test("keeps in its file what was written")
  func persistence() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/notes.sqlite"
      let text = "It's \"quoted\"; -- not SQL \0 é 👩‍👩‍👧"
      try await Database(at: .file(path), migrations: notes).write {
        try $0.execute("INSERT INTO note (text) VALUES (?), (NULL), ('')", [.text(text)])
      }
      let read = try await Database(at: .file(path), migrations: notes).read {
        try $0.all("SELECT id, text FROM note ORDER BY id") { [String($0.integer(0)), $0.text(1)] }
      }
      #expect(read == [["1", text], ["2", ""], ["3", ""]])
    }
  }

  @Test("touches no file before it is used")
  func laziness() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/notes.sqlite"
      let database = Database(at: .file(path), migrations: notes)
      #expect(!FileManager.default.fileExists(atPath: path))
      try await database.read { _ in }
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test("in memory is another one each time")
  func memory() async throws {
    let databases = [
      Database(at: .memory, migrations: notes), Database(at: .memory, migrations: notes),
    ]
    try await databases[0].write { try $0.execute("INSERT INTO note (text) VALUES ('a')") }
    #expect(try await count(databases[0]) == 1)
    #expect(try await count(databases[1]) == 0)
  }

  @Test("undoes a transaction that fails, the whole of it")
  func rollback() async throws {
    struct Interruption: Error {}
    let database = Database(at: .memory, migrations: notes)
    try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('stored')") }
    await #expect(throws: Interruption.self) {
      try await database.write {
        try $0.execute("DELETE FROM note")
        try $0.execute("INSERT INTO note (text) VALUES ('new')")
        throw Interruption()
      }
    }
    let texts = try await database.read { try $0.all("SELECT text FROM note") { $0.text(0) } }
    #expect(texts == ["stored"])
    try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('later')") }
    #expect(try await count(database) == 2)
  }

  @Test("tells a value that must be unique and is not from other errors")
  func uniqueness() async throws {
    let database = Database(at: .memory, migrations: notes)
    try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('a')") }
    await #expect(throws: DatabaseError(.notUnique, path: ":memory:")) {
      try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('a')") }
    }
    await #expect(throws: DatabaseError(.other("no such table: missing"), path: ":memory:")) {
      try await database.read { try $0.execute("SELECT * FROM missing") }
    }
    #expect(try await count(database) == 1)
  }

  @Test("can use a statement again after it failed half-way")
  func reuse() async throws {
    let database = Database(at: .memory, migrations: notes)
    struct Enough: Error {}
    try await database.write { connection in
      for text in ["a", "b", "c"] {
        try connection.execute("INSERT INTO note (text) VALUES (?)", [.text(text)])
        #expect(connection.changes == 1)
      }
      #expect(connection.lastInsertedID == 3)
      #expect(throws: Enough.self) {
        try connection.rows("SELECT text FROM note") { _ in throw Enough() }
      }
      #expect(try connection.all("SELECT text FROM note") { $0.text(0) } == ["a", "b", "c"])
      #expect(try connection.first("SELECT text FROM note") { $0.text(0) } == "a")
    }
  }

  @Test("runs the migrations that its file has not seen")
  func migrations() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/notes.sqlite"
      try await Database(at: .file(path), migrations: notes).write {
        try $0.execute("INSERT INTO note (text) VALUES ('old')")
      }
      let later = notes + ["ALTER TABLE note ADD COLUMN colour TEXT DEFAULT 'blue'"]
      let read = try await Database(at: .file(path), migrations: later).read {
        try $0.all("SELECT text, colour FROM note") { [$0.text(0), $0.text(1)] }
      }
      #expect(read == [["old", "blue"]])
      await #expect(throws: DatabaseError(.newerSchema, path: path)) {
        try await Database(at: .file(path), migrations: notes).read { _ in }
      }
    }
  }

  @Test("does not keep half of a migration")
  func failingMigration() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/notes.sqlite"
      let broken = Database(at: .file(path), migrations: notes + ["CREATE TABBLE x (y)"])
      await #expect(throws: DatabaseError.self) { try await broken.read { _ in } }
      let stored = try await count(Database(at: .file(path), migrations: notes))
      #expect(stored == 0)
    }
  }

  @Test("can be opened by many at once, and is made by one of them")
  func concurrentOpening() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/notes.sqlite"
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            try await Database(at: .file(path), migrations: notes, busyTimeout: .seconds(30)).write
            {
              try $0.execute("INSERT INTO note (text) VALUES (?)", [.text("\(number)")])
            }
          }
        }
        try await group.waitForAll()
      }
      let stored = try await count(Database(at: .file(path), migrations: notes))
      #expect(stored == 8)
    }
  }

  @Test("says that it is locked when another connection writes, and lets readers in")
  func lock() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/notes.sqlite"
      let database = Database(at: .file(path), migrations: notes, busyTimeout: .milliseconds(10))
      try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('kept')") }
      let other = try Connection(path: path, busyTimeout: .zero)
      try other.execute("BEGIN IMMEDIATE")
      try other.execute("INSERT INTO note (text) VALUES ('other')")
      await #expect(throws: DatabaseError(.locked, path: path)) {
        try await database.write { try $0.execute("DELETE FROM note") }
      }
      #expect(try await count(database) == 1)
      try other.execute("COMMIT")
      #expect(try await count(database) == 2)
    }
  }

  @Test("that is read-only can be read, and says so when it is written")
  func readOnly() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/notes.sqlite"
      let database = Database(at: .file(path), migrations: notes)
      try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('kept')") }
      try makeReadOnlyForSQLite(path)
      let again = Database(at: .file(path), migrations: notes)
      #expect(try await count(again) == 1)
      await #expect(throws: DatabaseError(.readOnly, path: path)) {
        try await again.write { try $0.execute("DELETE FROM note") }
      }
      #expect(try await count(again) == 1)
    }
  }

  @Test("says so when a file is where its folder should be, or a folder where it should be")
  func cannotOpen() async throws {
    try await withTemporaryFolder { folder in
      try Data().write(to: URL(fileURLWithPath: folder + "/file"))
      for path in [folder + "/file/notes.sqlite", folder] {
        let database = Database(at: .file(path), migrations: notes)
        await #expect(throws: DatabaseError(.cannotOpen, path: path)) {
          try await database.read { _ in }
        }
      }
    }
  }

  @Test("makes the folder that it is in, for its owner only")
  func folder() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/a/b/notes.sqlite"
      try await Database(at: .file(path), migrations: notes).read { _ in }
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/a/b")
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }

  @Test("leaves a file alone that is something else")
  func notADatabase() async throws {
    try await withTemporaryFolder { folder in
      let path = folder + "/notes.sqlite"
      let text = String(repeating: "A shopping list. ", count: 100)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      await #expect(throws: DatabaseError(.notADatabase, path: path)) {
        try await Database(at: .file(path), migrations: notes).read { _ in }
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
  }
}

private func count(_ database: Database) async throws -> Int64? {
  try await database.read { try $0.first("SELECT count(*) FROM note") { $0.integer(0) } }
}
