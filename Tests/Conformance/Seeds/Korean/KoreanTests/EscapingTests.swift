import Dependencies
import Dispatch
import Foundation
import Testing

@Suite struct EscapingTests {
  @Test func `dependencies are carried into an escaping closure`() async {
    await withCheckedContinuation { continuation in
      withDependencies {
        $0.myCustomValue = "carried"
      } operation: {
        withEscapedDependencies { dependencies in
          DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) {
            @Dependency(\.myCustomValue) var outside
            #expect(outside == "Default value")
            dependencies.yield {
              // All code in here will use dependencies at the time of calling withEscapedDependencies.
              @Dependency(\.myCustomValue) var myCustomValue
              #expect(myCustomValue == "carried")
            }
            continuation.resume()
          }
        }
      }
    }
  }

  @Test func `further overrides are made inside of yield`() async {
    await withCheckedContinuation { continuation in
      withDependencies {
        $0.myCustomValue = "carried"
      } operation: {
        withEscapedDependencies { dependencies in
          DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) {
            dependencies.yield {
              withDependencies {
                $0.apiClient = .mock
              } operation: {
                // All code in here will use dependencies at the time of calling
                // withEscapedDependencies except the API client will be mocked.
                @Dependency(\.apiClient) var apiClient
                @Dependency(\.myCustomValue) var myCustomValue
                #expect(apiClient.name == "mock")
                #expect(myCustomValue == "carried")
              }
            }
            continuation.resume()
          }
        }
      }
    }
  }

  @Test func `overrides outside of yield are not seen inside`() {
    let continuation = withEscapedDependencies { $0 }
    withDependencies {
      $0.apiClient = .mock
    } operation: {
      continuation.yield {
        @Dependency(\.apiClient) var apiClient
        #expect(apiClient.name == "test")
      }
    }
  }
}
