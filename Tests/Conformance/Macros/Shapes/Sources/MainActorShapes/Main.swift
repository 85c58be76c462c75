import Dependencies
import DependenciesMacros

@DependencyClient
nonisolated struct Client: Sendable {
  var count: Int = 0
  var fetch: @Sendable (_ id: Int) -> Int?
  var onMain: @MainActor @Sendable (_ id: Int) -> Void
}

nonisolated extension Client: DependencyKey {
  static let liveValue = Client(count: 1, fetch: { $0 }, onMain: { _ in })
  static let testValue = Client()
}

extension DependencyValues {
  @DependencyEntry nonisolated var client: Client = Client(
    count: 2, fetch: { $0 + 1 }, onMain: { _ in })
  @DependencyEntry(liveValue: 3) nonisolated var number = 2
}

nonisolated let keyPath: any KeyPath<DependencyValues, Int?> & Sendable =
  \.client.count.magnitude.optional

nonisolated extension UInt {
  var optional: Int? { Int(self) }
}

nonisolated func readAnywhere() -> Int? {
  @Dependency(\.client) var client
  @Dependency(Client.self) var ofType
  return (client.fetch(id: 1) ?? 0) + ofType.count
}

struct Failure: Error {}

@main
struct Main {
  static func main() async throws {
    let sum = withDependencies {
      $0.context = .test
    } operation: {
      readAnywhere()
    }
    guard sum == 2 else { throw Failure() }
    print("4 shapes passed, 0 failed")
  }
}
