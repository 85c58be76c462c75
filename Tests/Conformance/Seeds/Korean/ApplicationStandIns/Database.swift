public import Dependencies

public protocol Database: Sendable {
  var path: String { get }
}

public struct DatabaseQueue: Database {
  public let path: String

  public init(path: String) throws {
    self.path = path
  }
}

private enum DefaultDatabaseKey: DependencyKey {
  static var liveValue: any Database { InMemoryDatabase() }
  static var testValue: any Database { InMemoryDatabase() }
}

private struct InMemoryDatabase: Database {
  let path = ":memory:"
}

extension DependencyValues {
  public var defaultDatabase: any Database {
    get { self[DefaultDatabaseKey.self] }
    set { self[DefaultDatabaseKey.self] = newValue }
  }
}

public func printDefaultDatabase() {
  @Dependency(\.defaultDatabase) var database
  print("default database: \(database.path)")
}
