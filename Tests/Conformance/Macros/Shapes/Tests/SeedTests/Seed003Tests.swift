import Dependencies
import DependenciesMacros
import Testing

/// The client of the document that the macros are for, which was written for Swift 5: its values are `static var`.
@DependencyClient
struct MyAPIClient {
  var fetch: () async throws -> Int
}

extension MyAPIClient: TestDependencyKey {
  static var testValue = Self()
}

extension MyAPIClient: DependencyKey {
  static var liveValue: MyAPIClient = {
    return .init(fetch: {
      return 1
    })
  }()
}

extension DependencyValues {
  var myAPIClient: MyAPIClient {
    get { self[MyAPIClient.self] }
    set { self[MyAPIClient.self] = newValue }
  }
}

final class MainViewModel {
  @Dependency(MyAPIClient.self) private var myAPIClient

  func load() async throws -> Int {
    try await myAPIClient.fetch()
  }
}

final class FetchViewModel {
  @Dependency(\.myAPIClient.fetch) private var fetch

  func load() async throws -> Int {
    try await fetch()
  }
}

@Suite struct Seed003Tests {
  @Test func `the client is injected by its type and one endpoint replaced`() async throws {
    let viewModel = withDependencies {
      $0[MyAPIClient.self].fetch = { return 42 }
    } operation: {
      MainViewModel()
    }
    #expect(try await viewModel.load() == 42)
  }

  @Test func `an endpoint alone is injected`() async throws {
    let viewModel = withDependencies {
      $0.myAPIClient.fetch = { 42 }
    } operation: {
      FetchViewModel()
    }
    #expect(try await viewModel.load() == 42)
  }

  @Test func `a function takes the dependency for itself`() async throws {
    func load() async throws -> Int {
      @Dependency(\.myAPIClient) var client
      return try await client.fetch()
    }
    let value = try await withDependencies {
      $0.context = .live
    } operation: {
      try await load()
    }
    #expect(value == 1)
  }
}
