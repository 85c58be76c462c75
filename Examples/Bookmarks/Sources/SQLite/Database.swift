import Foundation

/// An SQLite database that is opened when it is first used.
///
/// ```swift
/// let database = Database(at: .file("notes.sqlite"), migrations: ["CREATE TABLE note (text TEXT)"])
/// try await database.write { try $0.execute("INSERT INTO note VALUES (?)", ["Buy milk"]) }
/// let notes = try await database.read { try $0.all("SELECT text FROM note") { $0.text(0) } }
/// ```
///
/// To make one costs nothing and cannot fail, which is what a default value of a dependency needs;
/// everything that can go wrong is thrown by the first ``read(_:)`` or ``write(_:)``.
package actor Database {
  /// Where the rows are kept.
  package enum Location: Equatable, Sendable {
    /// In memory, gone with the `Database`.
    case memory
    /// In the file at this path. It is created if there is none, and so is the folder that it is in.
    case file(String)
  }

  package nonisolated let location: Location
  private let migrations: [String]
  private let busyTimeout: Duration
  private var connection: Connection?

  /// - Parameters:
  ///   - location: Where the rows are kept.
  ///   - migrations: The statements that made the schema what it is, oldest first. A database
  ///     remembers how many it has seen, and runs the rest when it is opened.
  ///   - busyTimeout: How long to wait for a lock that another connection holds.
  package init(
    at location: Location, migrations: [String], busyTimeout: Duration = .seconds(2)
  ) {
    self.location = location
    self.migrations = migrations
    self.busyTimeout = busyTimeout
  }

  /// Runs `body` on one consistent state of the database.
  ///
  /// - Throws: ``DatabaseError``, or what `body` throws.
  package func read<Result: Sendable>(
    _ body: @Sendable (Connection) throws -> Result
  ) throws -> Result {
    try open().transaction("BEGIN", body)
  }

  /// Runs `body` in one transaction: either all that it wrote is kept, or nothing.
  ///
  /// - Throws: ``DatabaseError``, or what `body` throws. In both cases nothing was written.
  package func write<Result: Sendable>(
    _ body: @Sendable (Connection) throws -> Result
  ) throws -> Result {
    // A transaction that begins by reading and is refused the write lock later cannot wait for it.
    try open().transaction("BEGIN IMMEDIATE", body)
  }

  private var path: String {
    switch location {
    case .memory: ":memory:"
    case .file(let path): path
    }
  }

  private func open() throws -> Connection {
    if let connection { return connection }
    if case .file(let path) = location { try createFolder(of: path) }
    let connection = try Connection(path: path, busyTimeout: busyTimeout)
    if try version(of: connection) < migrations.count {
      try connection.transaction("BEGIN IMMEDIATE") { connection in
        for migration in migrations[try version(of: connection)...] {
          try connection.execute(migration)
        }
        try connection.execute("PRAGMA user_version = \(migrations.count)")
      }
    }
    self.connection = connection
    return connection
  }

  private func createFolder(of path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw DatabaseError(.cannotOpen, path: path)
    }
  }

  private func version(of connection: Connection) throws -> Int {
    let version = try connection.first("PRAGMA user_version") { Int($0.integer(0)) } ?? 0
    guard 0...migrations.count ~= version else {
      throw DatabaseError(.newerSchema, path: path)
    }
    return version
  }
}
