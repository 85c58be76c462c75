import Dependencies
import Foundation

private enum MyValueKey: DependencyKey {
  static let liveValue = 42
}

extension DependencyValues {
  var myValue: Int {
    get { self[MyValueKey.self] }
    set { self[MyValueKey.self] = newValue }
  }
}

private struct MyDependencyKey: TestDependencyKey {
  static let testValue = "Default value"
}

extension DependencyValues {
  var myCustomValue: String {
    get { self[MyDependencyKey.self] }
    set { self[MyDependencyKey.self] = newValue }
  }
}

struct APIClient: Sendable {
  var name: String

  static let mock = APIClient(name: "mock")
}

extension APIClient: DependencyKey {
  static let liveValue = APIClient(name: "live")
  static let testValue = APIClient(name: "test")
}

extension DependencyValues {
  var apiClient: APIClient {
    get { self[APIClient.self] }
    set { self[APIClient.self] = newValue }
  }
}

struct DatabaseQueue: Sendable {
  var path: String

  init(_ path: String) throws {
    self.path = path
  }

  init(default name: String) {
    path = name
  }
}

private enum DefaultDatabaseKey: DependencyKey {
  static var liveValue: DatabaseQueue { DatabaseQueue(default: "live") }
  static var testValue: DatabaseQueue { DatabaseQueue(default: "test") }
}

extension DependencyValues {
  var defaultDatabase: DatabaseQueue {
    get { self[DefaultDatabaseKey.self] }
    set { self[DefaultDatabaseKey.self] = newValue }
  }
}
