import Dependencies
import DependencyContainer

final class Cache {
  init(clock: Clock, store: Store, log: Log) {}
}
final class Clock {}
final class Store {}
final class Log {}
final class Lazily { init(clock: Provider<Clock>) {} }

func register(in container: Container) {
  container.register(Cache.self) { resolver in
    Cache(
      clock: resolver.resolve(Clock.self)!, store: resolver.resolve(Store.self)!,
      log: resolver.resolve(Log.self)!)
  }.inObjectScope(.container)
  container.register(Clock.self) { _ in Clock() }.inObjectScope(.transient)
  container.register(Store.self) { _ in Store() }.inObjectScope(ObjectScope.container)
  container.register(Log.self) { _ in Log() }
  container.register(Lazily.self) { Lazily(clock: $0.resolve(Provider<Clock>.self)!) }
    .inObjectScope(.container)
}

let requests = DependencyScope("request")

struct Request: ScopedDependencyKey {
  static let scope = requests
  static var liveValue: Request { Request() }
}

struct Handler: ScopedDependencyKey {
  static let scope = requests
  static var liveValue: Handler {
    @Dependency(Request.self) var request
    return Handler(request: request)
  }
  var request: Request
}

struct Server: DependencyKey {
  var request: Request
  static var liveValue: Server {
    @Dependency(Request.self) var request
    return Server(request: request)
  }
}

struct Pool: DependencyKey {
  var next: @Sendable () -> Request
  static let liveValue = Pool(next: {
    @Dependency(Request.self) var request
    return request
  })
}

func use() {
  @Dependency(Server.self) var server
  @Dependency(Pool.self) var pool
  @Dependency(Handler.self) var handler
  print(server, pool, handler)
}
