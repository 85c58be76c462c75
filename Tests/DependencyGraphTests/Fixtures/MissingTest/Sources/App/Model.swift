import Dependencies
import Foundation

struct Client: DependencyKey {
  static let liveValue = Client()
  func load() {}
}

struct Tested: DependencyKey {
  static let liveValue = Tested()
  static let testValue = Tested()
}

extension DependencyValues {
  var client: Client {
    get { self[Client.self] }
    set { self[Client.self] = newValue }
  }
}

final class Model {
  @Dependency(\.client) private var client
  @Dependency(Tested.self) private var tested
  @Dependency(\.date.now) private var now

  func load() {
    refresh()
    print(tested)
  }

  func stamp() { print(now) }

  private func refresh() { client.load() }
}
