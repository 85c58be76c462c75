import CSQLite

/// What SQLite refused to do, to which file, in words for the person at the keyboard.
package struct DatabaseError: Error, Equatable, CustomStringConvertible {
  /// What went wrong, as far as a program wants to tell the cases apart.
  package enum Reason: Equatable, Sendable {
    /// Another connection holds a lock and did not let go of it in time.
    case locked
    /// The file, or the folder that it is in, cannot be written.
    case readOnly
    /// The file cannot be opened or created.
    case cannotOpen
    /// The file is something else than an SQLite database, or a damaged one.
    case notADatabase
    /// The file was written by a later version of the program, which knows more migrations.
    case newerSchema
    /// A row with the same unique value is there already.
    case notUnique
    /// Anything else, with SQLite's own text.
    case other(String)
  }

  package let reason: Reason
  /// The file, or `:memory:`.
  package let path: String

  package init(_ reason: Reason, path: String) {
    self.reason = reason
    self.path = path
  }

  package var description: String {
    switch reason {
    case .locked:
      "the database '\(path)' is locked by another program; try again when that has finished"
    case .readOnly:
      "the database '\(path)' is read-only; nothing was changed"
    case .cannotOpen:
      "the database '\(path)' cannot be opened or created"
    case .notADatabase:
      "'\(path)' is not an SQLite database, or it is damaged"
    case .newerSchema:
      "the database '\(path)' was written by a newer version of this program"
    case .notUnique:
      "the database '\(path)' holds this already"
    case .other(let text):
      "the database '\(path)' reports: \(text)"
    }
  }
}

extension DatabaseError.Reason {
  init(extendedCode: Int32, message: @autoclosure () -> String) {
    switch extendedCode {
    case SQLITE_CONSTRAINT | (6 << 8), SQLITE_CONSTRAINT | (8 << 8):
      self = .notUnique
      return
    default:
      break
    }
    switch extendedCode & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_CANTOPEN: self = .cannotOpen
    case SQLITE_NOTADB, SQLITE_CORRUPT: self = .notADatabase
    default: self = .other(message())
    }
  }
}
