import Dependencies
import Foundation

struct Client: DependencyKey {
  // Behind a dependency is where effects belong.
  static let liveValue = Client(stamp: { Date() })
  var stamp: @Sendable () -> Date
}

final class Model {
  @Dependency(Client.self) private var client

  func act() async throws {
    print(client.stamp(), Date(), Date.now, UUID(), Int.random(in: 0..<2), Bool.random())
    print(Locale.current, TimeZone.current, Calendar.current.timeZone, URLSession.shared)
    try await Task.sleep(for: .seconds(1))
    NotificationCenter.default.post(name: .init("x"), object: nil)
    let clock = ContinuousClock()
    print(clock)
  }

  func harmless(_ generator: inout some RandomNumberGenerator) {
    print(Date(timeIntervalSince1970: 0), UUID(uuidString: "x") as Any)
    print(Int.random(in: 0..<2, using: &generator))
    withDependencies {
      $0.date.now = Date()
    } operation: {
      print(client)
    }
  }
}

struct Bystander {
  func act() { print(Date()) }
}
