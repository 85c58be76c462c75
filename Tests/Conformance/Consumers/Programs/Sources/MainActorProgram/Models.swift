import Dependencies

class BaseModel {
  @Dependency(\.limit) var limit

  init() {}
}

final class DerivedModel: BaseModel {
  var title = "derived"
}

final class ChildModel {
  @Dependency(\.limit) var limit
  @Dependency(\.client.name) var name
  @Dependency(LiveOnlyKey.self) var liveOnly
}

final class PlainModel {
  var title = "plain"
}

struct Feature {
  @Dependency(\.limit) var limit
}

actor Worker {
  @Dependency(\.limit) var limit
  func currentLimit() -> Int { limit }

  func limitInside(_ value: Int) async -> (Int, Bool) {
    await withDependencies {
      $0.limit = value
    } operation: {
      await Task.yield()
      preconditionIsolated()
      return (limit, true)
    }
  }
}

struct Failure: Error {}
