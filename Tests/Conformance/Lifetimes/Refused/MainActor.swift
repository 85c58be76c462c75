import Dependencies

final class Router {
  var path: [String] = []
}

enum RouterKey: DependencyKey {
  static var liveValue: MainActorDependency<Router> { MainActorDependency { Router() } }
}

enum TitleKey: DependencyKey {
  static var liveValue: MainActorDependency<String> { MainActorDependency { "title" } }
}

@MainActor func onMainActor() {
  @Dependency(RouterKey.self) var router
  router.value.path.append("detail")
}

func fromMainActor() async {
  @Dependency(RouterKey.self) var router
  await MainActor.run { router.value.path.append("detail") }
}

func elsewhere() {
  @Dependency(RouterKey.self) var router
  _ = router.value
  //~ error: main actor-isolated property 'value' can not be referenced from a nonisolated context
}

actor Other {
  @Dependency(RouterKey.self) var router

  func read() {
    _ = router.value
    //~ error: main actor-isolated property 'value' can not be referenced on a nonisolated actor instance
  }
}

func withAwait() async -> String {
  @Dependency(TitleKey.self) var title
  return await title.value
}

func withoutAwait() async -> String {
  @Dependency(TitleKey.self) var title
  return title.value
  //~ error: main actor-isolated property 'value' cannot be accessed from outside of the actor
}

func send() async -> Router {
  @Dependency(RouterKey.self) var router
  return await router.value
  //~ error: non-Sendable type 'Router' of property 'value' cannot exit main actor-isolated context
}
