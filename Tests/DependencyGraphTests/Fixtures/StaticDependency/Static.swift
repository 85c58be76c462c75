import Dependencies

struct Client: DependencyKey { static let liveValue = Client() }

@Dependency(Client.self) var global

enum Namespace {
  @Dependency(Client.self) static var shared

  static func use() {
    @Dependency(Client.self) var local
    print(local, shared, global)
  }
}

struct Instance {
  @Dependency(Client.self) var client
  static let instance = Instance()
  func use() { print(client) }
}
