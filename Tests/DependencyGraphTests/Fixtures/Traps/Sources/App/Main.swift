import Clients
import Dependencies
import Foundation

struct Files: Storage { func load() -> Data? { nil } }

@main
struct Main {
  static func main() async throws {
    prepareDependencies {
      $0.storage = Files()
    }
    let model = HomeModel()
    await model.appeared()
    try await print(freeFunction())
    await withDependencyScope(.session) {
      @Dependency(\.sessionCache) var cache
      print(cache)
    }
  }
}
