import Dependencies
import Dispatch
import Foundation

struct Client: DependencyKey { static let liveValue = Client() }

final class Child {
  @Dependency(Client.self) private var client
  func use() { print(client) }
}

final class Model {
  @Dependency(Client.self) private var client

  func loses(_ queue: DispatchQueue, _ operations: OperationQueue) {
    Task.detached {
      @Dependency(Client.self) var client
      print(client)
    }
    queue.async { Child().use() }
    queue.asyncAfter(deadline: .now() + 1) { print(DependencyValues._current[Client.self]) }
    operations.addOperation { Child().use() }
    Thread.detachNewThread { Child().use() }
    Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in Child().use() }
    withEscapedDependencies { _ in
      queue.async { Child().use() }
    }
  }

  func keeps(_ queue: DispatchQueue) {
    // The wrapper of the model captured its values.
    queue.async { print(self.client) }
    @Dependency(Client.self) var local
    queue.async { print(local) }
    Task {
      @Dependency(Client.self) var inherited
      print(inherited)
    }
    withEscapedDependencies { dependencies in
      queue.async {
        dependencies.yield {
          @Dependency(Client.self) var carried
          print(carried)
        }
      }
    }
    queue.async {
      withDependencies(from: self) { Child().use() }
    }
  }

  func unsure(_ publisher: Publisher) {
    publisher.sink { _ in
      @Dependency(Client.self) var client
      print(client)
    }
  }
}
