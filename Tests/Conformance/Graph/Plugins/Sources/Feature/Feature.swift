import Dependencies

struct Clock: TestDependencyKey {
  static let testValue = Clock()
  var now: @Sendable () -> Int = { 0 }
}

struct Feature {
  @Dependency(Clock.self) private var clock
  @Dependency(\.uuid) private var idle

  func run() -> Int { clock.now() }
}
