import Dependencies

nonisolated enum LimitKey: DependencyKey {
  static let liveValue = 42
  static let previewValue = 7
  static let testValue = 3
}

nonisolated enum LiveOnlyKey: DependencyKey {
  static let liveValue = "live"
}

nonisolated enum OptionalKey: DependencyKey {
  static let liveValue: String? = "default"
  static let testValue: String? = "default"
}

nonisolated protocol Store: Sendable {
  var name: String { get }
}

nonisolated struct NamedStore: Store {
  let name: String
}

nonisolated enum StoreKey: TestDependencyKey {
  static var testValue: any Store { NamedStore(name: "test") }
}

nonisolated extension StoreKey: DependencyKey {
  static var liveValue: any Store { NamedStore(name: "live") }
}

nonisolated enum InterfaceOnlyKey: TestDependencyKey {
  static let testValue = "interface"
}

nonisolated enum PreparedKey: DependencyKey {
  static var liveValue: String { "unprepared" }
  static var testValue: String { "unprepared" }
}

nonisolated enum PreparedLaterKey: DependencyKey {
  static var liveValue: String { "unprepared" }
  static var testValue: String { "unprepared" }
}

nonisolated struct Client: Sendable {
  var fetch: @Sendable (Int) async throws -> String
  var name = "client"
}

nonisolated extension Client: DependencyKey {
  static let liveValue = Client { "live \($0)" }
  static let testValue = Client(
    fetch: unimplemented("Client.fetch", placeholder: "unimplemented"))
}

nonisolated enum ComposedKey: DependencyKey {
  static var liveValue: String {
    @Dependency(\.limit) var limit
    return "limit \(limit)"
  }
  static var testValue: String { liveValue }
}

nonisolated struct SequenceGenerator: RandomNumberGenerator, Sendable {
  var state: UInt64 = 0
  mutating func next() -> UInt64 {
    state += 1
    return state
  }
}

extension DependencyValues {
  nonisolated var limit: Int {
    get { self[LimitKey.self] }
    set { self[LimitKey.self] = newValue }
  }
  nonisolated var liveOnly: String {
    get { self[LiveOnlyKey.self] }
    set { self[LiveOnlyKey.self] = newValue }
  }
  nonisolated var optional: String? {
    get { self[OptionalKey.self] }
    set { self[OptionalKey.self] = newValue }
  }
  nonisolated var store: any Store {
    get { self[StoreKey.self] }
    set { self[StoreKey.self] = newValue }
  }
  nonisolated var interfaceOnly: String {
    get { self[InterfaceOnlyKey.self] }
    set { self[InterfaceOnlyKey.self] = newValue }
  }
  nonisolated var prepared: String {
    get { self[PreparedKey.self] }
    set { self[PreparedKey.self] = newValue }
  }
  nonisolated var preparedLater: String {
    get { self[PreparedLaterKey.self] }
    set { self[PreparedLaterKey.self] = newValue }
  }
  nonisolated var client: Client {
    get { self[Client.self] }
    set { self[Client.self] = newValue }
  }
  nonisolated var composed: String {
    get { self[ComposedKey.self] }
    set { self[ComposedKey.self] = newValue }
  }
}
