import Dependencies
import DependenciesMacros
import Testing

@DependencyClient
struct Client: Sendable {
  var fetch: @Sendable (_ id: Int) async throws -> Int
  var isOnline: @Sendable () -> Bool = { true }
}

extension Client: TestDependencyKey {
  static let testValue = Client()
}

/// Both tests fail, which the script beside this package expects.
@Suite struct UnimplementedTests {
  @Dependency(Client.self) var client

  @Test func failsWhereItIsCalled() {
    #expect(client.isOnline())
  }

  @Test func throwsAsWell() async {
    await #expect(throws: Unimplemented.self) { try await client.fetch(id: 1) }
  }

  @Test func passes() async throws {
    let value = try await withDependencies {
      $0[Client.self].fetch = { $0 }
    } operation: {
      try await client.fetch(id: 1)
    }
    #expect(value == 1)
  }
}
