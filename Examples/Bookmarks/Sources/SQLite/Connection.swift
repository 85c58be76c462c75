import CSQLite

/// An open connection. One that a ``Database`` has opened never leaves it.
///
/// A statement is prepared once and kept, so that a loop over one piece of SQL costs no parsing.
/// While a statement hands out its rows, the same SQL must not be run again.
package final class Connection {
  private let handle: OpaquePointer
  private let path: String
  private var prepared: [String: OpaquePointer] = [:]

  /// Opens the file, and makes it if there is none.
  ///
  /// - Parameters:
  ///   - path: The file, or `:memory:`.
  ///   - busyTimeout: How long to wait for a lock that another connection holds.
  package init(path: String, busyTimeout: Duration) throws {
    self.path = path
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw DatabaseError(.cannotOpen, path: path)
    }
    handle = opened
    sqlite3_extended_result_codes(handle, 1)
    let (seconds, attoseconds) = busyTimeout.components
    sqlite3_busy_timeout(
      handle, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    try execute("PRAGMA foreign_keys = ON")
  }

  deinit {
    for statement in prepared.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// How many rows the latest `INSERT`, `UPDATE` or `DELETE` changed.
  package var changes: Int {
    Int(sqlite3_changes(handle))
  }

  /// The `INTEGER PRIMARY KEY` of the row that was inserted last.
  package var lastInsertedID: Int64 {
    sqlite3_last_insert_rowid(handle)
  }

  /// Runs a statement and ignores the rows that it yields.
  package func execute(_ sql: String, _ values: [DatabaseValue] = []) throws {
    try rows(sql, values) { _ in }
  }

  /// Runs a statement and hands each row of its result to `body`, in order.
  ///
  /// - Parameters:
  ///   - sql: One statement, with `?` for each value.
  ///   - values: The values to bind.
  ///   - body: Reads a row. An error that it throws ends the statement.
  package func rows(
    _ sql: String, _ values: [DatabaseValue] = [], _ body: (Row) throws -> Void
  ) throws {
    let statement = try prepare(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      try check(bind(value, to: statement, at: Int32(index + 1)))
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try body(Row(statement: statement))
      case SQLITE_DONE: return
      case let code: throw failure(code)
      }
    }
  }

  /// Runs a statement and returns what `body` makes of its rows.
  package func all<Element>(
    _ sql: String, _ values: [DatabaseValue] = [], _ body: (Row) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    try rows(sql, values) { elements.append(try body($0)) }
    return elements
  }

  /// Runs a statement and returns what `body` makes of its first row, or `nil` without one.
  package func first<Element>(
    _ sql: String, _ values: [DatabaseValue] = [], _ body: (Row) throws -> Element
  ) throws -> Element? {
    var element: Element?
    try rows(sql, values) { if element == nil { element = try body($0) } }
    return element
  }

  /// Runs `body` in one transaction that is kept if it returns and undone if it throws.
  func transaction<Result>(
    _ begin: String, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try execute(begin)
    do {
      let result = try body(self)
      try execute("COMMIT")
      return result
    } catch {
      // SQLite has undone the transaction itself after some errors, a full disk for instance.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  private func prepare(_ sql: String) throws(DatabaseError) -> OpaquePointer {
    if let statement = prepared[sql] { return statement }
    var statement: OpaquePointer?
    try check(
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
    guard let statement else {
      throw DatabaseError(.other("there is no statement in '\(sql)'"), path: path)
    }
    prepared[sql] = statement
    return statement
  }

  private func bind(
    _ value: DatabaseValue, to statement: OpaquePointer, at index: Int32
  ) -> Int32 {
    switch value {
    case .null:
      return sqlite3_bind_null(statement, index)
    case .integer(let integer):
      return sqlite3_bind_int64(statement, index, integer)
    case .text(var text):
      // SQLITE_TRANSIENT, which the importer does not see: SQLite makes a copy of the bytes.
      let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      return text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { bytes in
          sqlite3_bind_text(statement, index, bytes.baseAddress, Int32(bytes.count), transient)
        }
      }
    }
  }

  private func check(_ code: Int32) throws(DatabaseError) {
    guard code == SQLITE_OK else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> DatabaseError {
    DatabaseError(
      DatabaseError.Reason(
        extendedCode: code, message: String(cString: sqlite3_errmsg(handle))),
      path: path)
  }
}
