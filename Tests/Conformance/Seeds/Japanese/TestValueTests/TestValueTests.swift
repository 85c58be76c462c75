import Dependencies
import Foundation
import Testing

protocol MyAPIClientProtocol {
  func fetch() async throws -> Int
}

struct MyAPIClientMock: MyAPIClientProtocol {
  // ...
  var fetchResult: Result<Int, any Error> = .success(1)

  func fetch() async throws -> Int {
    try fetchResult.get()
  }
}
private enum MyAPIClientKey: TestDependencyKey {
  static let testValue: any MyAPIClientProtocol = unimplemented()
  static let previewValue: any MyAPIClientProtocol = MyAPIClientMock()
}
extension DependencyValues {
  var myAPIClient: any MyAPIClientProtocol {
    get { self[MyAPIClientKey.self] }
    set { self[MyAPIClientKey.self] = newValue }
  }
}

@Suite struct TestValueTests {
  @Test func `a preview uses an object other than the live value`() async throws {
    try await withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(\.myAPIClient) var myAPIClient
      let result = try await myAPIClient.fetch()
      #expect(result == 1)
    }
  }

  @Test func `a test that overrides the value never evaluates the unimplemented one`() async throws
  {
    try await withDependencies {
      $0.myAPIClient = MyAPIClientMock(fetchResult: .success(42))
    } operation: {
      @Dependency(\.myAPIClient) var myAPIClient
      let result = try await myAPIClient.fetch()
      #expect(result == 42)
    }
  }

  #if compiler(>=6.2)
    @Test func `a test that reads the unimplemented value stops`() async throws {
      var result: ExitTest.Result?
      await withKnownIssue {
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          @Dependency(\.myAPIClient) var myAPIClient
          _ = try await myAPIClient.fetch()
        }
      } matching: {
        "\($0)".contains("Unimplemented")
      }
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.contains("Unimplemented"))
    }
  #endif
}
