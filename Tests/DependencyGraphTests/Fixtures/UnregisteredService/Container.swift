import Swinject

protocol Service {}
struct First: Service {}
struct Second {
  init(first: First) {}
}
protocol Missing {}
typealias Alias = Service

final class ServiceAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Service.self) { _ in First() }
    container.register(Service.self, name: "named") { _ in First() }
    container.register(First.self) { (_: Resolver, count: Int, name: String) in First() }
      .implements(Hashable.self, name: "other")
    container.autoregister(Second.self, initializer: Second.init)
    container.register(Second.self, name: computed()) { _ in Second(first: First()) }
  }
}

func use(resolver: Resolver) {
  _ = resolver.resolve(Service.self)
  _ = resolver.resolve(Alias.self)
  _ = resolver.resolve(Service.self, name: "named")
  _ = resolver.resolve(Service.self, name: "unknown")
  _ = resolver.resolve(Missing.self)
  _ = resolver.resolve(Missing?.self)
  _ = resolver.resolve(Lazy<Missing>.self)
  _ = resolver.resolve(First.self, arguments: 1, "x")
  _ = resolver.resolve(First.self, argument: 1)
  _ = resolver.resolve(Second.self)
  _ = resolver.resolve(Second.self, name: "may be registered")
  _ = resolver.resolve(Hashable.self, name: "other")
  // graft:ignore unregistered-service – a plug-in registers it.
  _ = resolver.resolve(Missing.self, name: "plug-in")
}

func generic<T>(resolver: Resolver, type: T.Type) -> T? { resolver.resolve(T.self) }

struct Screen {
  @Injected(Service.self) var service
  @Injected(Missing.self, name: "screen") var missing
}
