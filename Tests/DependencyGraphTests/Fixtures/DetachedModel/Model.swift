import Dependencies

struct Client: DependencyKey { static let liveValue = Client() }

final class Child {
  @Dependency(Client.self) private var client
  func use() { print(client) }
}

struct Row { var title: String }

class Base {
  @Dependency(Client.self) var client
}

final class Parent: Base {
  let first = Child()
  lazy var late = Child()
  var child: Child?

  override init() { child = Child() }

  func opened() {
    child = Child()
    print(Row(title: "a value"), client)
  }

  func openedWell() {
    child = withDependencies(from: self) { Child() }
    child = withDependencies(from: self) {
      $0.context = .live
    } operation: {
      Child()
    }
  }

  func openedWithOverrides() {
    child = withDependencies {
      $0[Client.self] = Client()
    } operation: {
      Child()
    }
  }

  static func make() -> Child { Child() }
}

final class Plain {
  func open() -> Child { Child() }
}
