import Dependencies

// Two live values read each other while they are made.
enum LeftKey: DependencyKey {
  static var liveValue: Int {
    @Dependency(\.right) var right
    return right + 1
  }
}

enum RightKey: DependencyKey {
  static var liveValue: Int { Factory().make() }
}

struct Factory {
  @Dependency(\.left) private var left

  func make() -> Int { 1 }

  init() { print(left) }
}

// These have each other's closures and read nothing while they are made.
struct Ping: DependencyKey {
  var run: @Sendable () -> Void
  static let liveValue = Ping(run: {
    @Dependency(\.pong) var pong
    pong.run()
  })
}

struct Pong: DependencyKey {
  var run: @Sendable () -> Void
  static let liveValue = Pong(run: {
    @Dependency(\.ping) var ping
    ping.run()
  })
}

// A chain is no cycle.
enum TopKey: DependencyKey {
  static var liveValue: Int {
    @Dependency(\.left) var left
    return left
  }
}

extension DependencyValues {
  var left: Int {
    get { self[LeftKey.self] }
    set { self[LeftKey.self] = newValue }
  }
  var right: Int { self[RightKey.self] }
  var ping: Ping { self[Ping.self] }
  var pong: Pong { self[Pong.self] }
  var top: Int { self[TopKey.self] }
}

func use() {
  @Dependency(\.top) var top
  @Dependency(\.ping) var ping
  ping.run()
  print(top)
}
