import Dependencies
import DependenciesMacros

// Read, and no module gives it a live value.
struct Orphan: Sendable {
  var load: @Sendable () -> Int
}

extension Orphan: TestDependencyKey {
  static let testValue = Orphan(load: { 0 })
}

// Its live value is in another module.
public struct Remote: Sendable {
  public var load: @Sendable () -> Int
}

extension Remote: TestDependencyKey {
  public static let testValue = Remote(load: { 0 })
}

// Nobody but a test reads it.
struct TestOnly: TestDependencyKey {
  static let testValue = TestOnly()
}

// It is prepared at the start.
struct Database: TestDependencyKey {
  static let testValue = Database()
}

// Every read overrides it first, so that nothing is proven.
struct Session: TestDependencyKey {
  static let testValue = Session()
}

extension DependencyValues {
  var orphan: Orphan {
    get { self[Orphan.self] }
    set { self[Orphan.self] = newValue }
  }
  public var remote: Remote {
    get { self[Remote.self] }
    set { self[Remote.self] = newValue }
  }
  var testOnly: TestOnly { self[TestOnly.self] }
  var database: Database {
    get { self[Database.self] }
    set { self[Database.self] = newValue }
  }
  var session: Session {
    get { self[Session.self] }
    set { self[Session.self] = newValue }
  }
  @DependencyEntry var entry: Int = 1
  @DependencyEntry(liveValue: 2) var liveEntry: Int = 1
}
