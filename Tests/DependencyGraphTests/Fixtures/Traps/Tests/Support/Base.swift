import App
import Clients
import Dependencies
import XCTest

open class AppTestCase: XCTestCase {
  open override func invokeTest() {
    withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.uuid = .incrementing
      $0.weather.temperature = { _ in 1 }
    } operation: {
      super.invokeTest()
    }
  }
}

func withApp<R>(_ operation: () async throws -> R) async rethrows -> R {
  try await withDependencies {
    $0.date.now = Date(timeIntervalSince1970: 0)
    $0.uuid = .incrementing
  } operation: {
    try await operation()
  }
}
