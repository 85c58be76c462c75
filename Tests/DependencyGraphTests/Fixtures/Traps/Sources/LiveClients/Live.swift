import Clients
import Dependencies
import Foundation

extension Weather: @retroactive DependencyKey {
  public static var liveValue: Self {
    let session = URLSession.shared
    return Self { city in
      let (data, _) = try await session.data(from: URL(string: "https://example.com/\(city)")!)
      return Double(String(decoding: data, as: UTF8.self)) ?? 0
    }
  }
}

// What stands behind a dependency uses the machine.
final class DiskStorage: Storage, @unchecked Sendable {
  private let created = Date()
  func load() -> Data? { try? Data(contentsOf: URL(fileURLWithPath: "/\(UUID())")) }
}

struct Backoff: Sendable {
  func wait() async throws { try await Task.sleep(for: .seconds(Double.random(in: 1...2))) }
}
