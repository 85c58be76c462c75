import CSQLite

/// A row of a result, valid while the closure that was given it runs.
///
/// Columns are counted from 0 and converted as SQLite converts them: a `NULL` reads as `0` or as the
/// empty text.
package struct Row {
  let statement: OpaquePointer

  package func integer(_ column: Int32) -> Int64 {
    sqlite3_column_int64(statement, column)
  }

  package func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}
