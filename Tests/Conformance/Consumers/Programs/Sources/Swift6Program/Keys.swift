import Dependencies

enum LimitKey: DependencyKey {
  static let liveValue = 42
  static let previewValue = 7
  static let testValue = 3
}

enum LiveOnlyKey: DependencyKey {
  static let liveValue = "live"
}

enum OptionalKey: DependencyKey {
  static let liveValue: String? = "default"
  static let testValue: String? = "default"
}

protocol Store: Sendable {
  var name: String { get }
}

struct NamedStore: Store {
  let name: String
}

enum StoreKey: TestDependencyKey {
  static var testValue: any Store { NamedStore(name: "test") }
}

extension StoreKey: DependencyKey {
  static var liveValue: any Store { NamedStore(name: "live") }
}

enum InterfaceOnlyKey: TestDependencyKey {
  static let testValue = "interface"
}

enum PreparedKey: DependencyKey {
  static var liveValue: String { "unprepared" }
  static var testValue: String { "unprepared" }
}

enum PreparedLaterKey: DependencyKey {
  static var liveValue: String { "unprepared" }
  static var testValue: String { "unprepared" }
}

struct Client: Sendable {
  var fetch: @Sendable (Int) async throws -> String
  var name = "client"
}

extension Client: DependencyKey {
  static let liveValue = Client { "live \($0)" }
  static let testValue = Client(
    fetch: unimplemented("Client.fetch", placeholder: "unimplemented"))
}

enum ComposedKey: DependencyKey {
  static var liveValue: String {
    @Dependency(\.limit) var limit
    return "limit \(limit)"
  }
  static var testValue: String { liveValue }
}

struct SequenceGenerator: RandomNumberGenerator, Sendable {
  var state: UInt64 = 0
  mutating func next() -> UInt64 {
    state += 1
    return state
  }
}

extension DependencyValues {
  var limit: Int {
    get { self[LimitKey.self] }
    set { self[LimitKey.self] = newValue }
  }
  var liveOnly: String {
    get { self[LiveOnlyKey.self] }
    set { self[LiveOnlyKey.self] = newValue }
  }
  var optional: String? {
    get { self[OptionalKey.self] }
    set { self[OptionalKey.self] = newValue }
  }
  var store: any Store {
    get { self[StoreKey.self] }
    set { self[StoreKey.self] = newValue }
  }
  var interfaceOnly: String {
    get { self[InterfaceOnlyKey.self] }
    set { self[InterfaceOnlyKey.self] = newValue }
  }
  var prepared: String {
    get { self[PreparedKey.self] }
    set { self[PreparedKey.self] = newValue }
  }
  var preparedLater: String {
    get { self[PreparedLaterKey.self] }
    set { self[PreparedLaterKey.self] = newValue }
  }
  var client: Client {
    get { self[Client.self] }
    set { self[Client.self] = newValue }
  }
  var composed: String {
    get { self[ComposedKey.self] }
    set { self[ComposedKey.self] = newValue }
  }
}
