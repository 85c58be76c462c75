package import Dependencies
package import SQLite

extension DependencyValues {
  /// The database that holds the library.
  ///
  /// There is no live value: which database it is depends on the user, so the program's `@main` type
  /// prepares it. A test overrides it:
  ///
  /// ```swift
  /// withDependencies { $0.defaultDatabase = .library(at: .memory) } operation: { … }
  /// ```
  package var defaultDatabase: Database {
    get { self[DefaultDatabaseKey.self] }
    set { self[DefaultDatabaseKey.self] = newValue }
  }
}

private enum DefaultDatabaseKey: TestDependencyKey {
  static var testValue: Database {
    unimplemented("@Dependency(\\.defaultDatabase)", placeholder: .library(at: .memory))
  }
}
