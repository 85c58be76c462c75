import Dependencies
import DependenciesMacros
import DependencyContainer
import InjectableLibrary

struct Card: Gateway {
  let name: String
}

struct Failure: Error, CustomStringConvertible {
  let description: String
}

final class Note {
  var text = ""
}

// MARK: - Shapes

@Injectable
struct Plain {
  let userID: Int
  var (a, b) = (1, 2)
  var count = 0, title: String
  lazy var late = userID
  static let shared = 1
  var computed: Int { userID + count }
  var observed: Int { didSet {} }
}

@Injectable
final class Listener {
  private let note: Note
  weak var owner: Note?
  unowned let held: Note
  var handler: ((Int) -> Void)?
  private init() { note = Note(); held = note; observed = 0 }
  var observed: Int
  static func preview() -> Listener { Listener() }
  var text: String { note.text + held.text }
}

@Injectable
actor Counter: DependencyInjectable {
  private let start: Int
  private var added = 0
  func add() -> Int {
    added += 1
    return start + added
  }
}

@Injectable
final class Generic<Element: Sendable, Store>: DependencyInjectable {
  let elements: [Element]
  let store: Store
}

@Injectable
@MainActor
final class OnMain: @MainActor DependencyInjectable {
  let title: String
  let gateway: any Gateway
}

@Injectable
@MainActor
struct MainView {
  let note: Note
}

class Base {
  let id: Int
  init(id: Int) { self.id = id }
}

@Injectable
final class Derived: Base {
  let title: String
  private init(dependency: Dependency) {
    title = dependency.title
    super.init(id: 7)
  }
}

class Open {
  init() {}
}

@Injectable
final class Screen: Open {
  let title: String
  @available(*, unavailable) required init?(coder: Int) { nil }
}

@Injectable
struct Wrapped {
  @Dependencies.Dependency(\.uuid) var uuid
  @Injected((any Gateway).self) var gateway
  let id: Int
}

@Injectable
private struct Hidden {
  let id: Int
}

@Injectable
fileprivate final class FileHidden {
  let id: Int
}

enum Outer {}
extension Outer {
  @DependenciesMacros.Injectable
  struct Nested: Sendable {
    let `self`: Int
    let closure: @Sendable () -> Int
    let forced: Int!
    static func register(in container: Container) {
      container.register(Nested.self) { _ in
        Nested.make(dependency: .init(self: 1, closure: { 2 }, forced: 3))
      }
    }
  }
}

final class `class` {
  @Injectable
  struct `struct` {
    let id: Int
  }
}

struct DependencyContainer {}

struct GlobalActors {
  @globalActor actor OtherActor {
    static let shared = OtherActor()
  }
  @Injectable
  @OtherActor
  final class OnOther {
    let id: Int
  }
}

@main
struct Main {
  static func main() async throws {
    var passed = 0
    func expect(_ condition: Bool, _ line: Int = #line) throws {
      guard condition else { throw Failure(description: "line \(line)") }
      passed += 1
    }
    let container = Container()
    container.register((any Gateway).self) { _ in Card(name: "card") }
    container.register(Int.self) { _ in 5 }
    container.register(String.self) { _ in "text" }
    container.register((@Sendable (Int) -> String).self) { _ in { "paid \($0)" } }
    container.register(Note.self) { _ in Note() }.inObjectScope(.container)

    Checkout.register(in: container)
    try expect(container.require(Checkout.self).report == "card paid 3 5")
    let checkout = Checkout.make(
      dependency: .init(gateway: Card(name: "a"), onPaid: { "\($0)" }, default: nil))
    try expect(checkout.report == "a 3 0")
    let empty = Empty.make(dependency: .init())
    try expect(empty.text == "empty")
    Empty.register(in: container)
    try expect(container.require(Empty.self).text == "empty")
    container.register(Bool.self) { _ in true }
    Conditional<Int>.register(in: container)
    try expect(container.require(Conditional<Int>.self).levelOrTrace == 5)

    Plain.register(in: container, name: "plain").inObjectScope(.container)
    try expect(container.require(Plain.self, name: "plain").title == "text")
    let plain = Plain.make(dependency: .init(userID: 1, title: "t", observed: 2))
    try expect(plain.computed == 1 && plain.observed == 2)

    Listener.register(in: container)
    try expect(container.require(Listener.self).text == "")
    try expect(Listener.preview().observed == 0)

    Counter.register(in: container).inObjectScope(.container)
    let counter = try container.require(Counter.self)
    try expect(await counter.add() == 6)
    try expect(await counter.add() == 7)

    container.register([Int].self) { _ in [1] }
    Generic<Int, String>.register(in: container)
    try expect(container.require(Generic<Int, String>.self).store == "text")

    OnMain.register(in: container)
    MainView.register(in: container)
    try await MainActor.run {
      guard try container.require(OnMain.self).gateway.name == "card",
        try container.require(MainView.self).note.text == ""
      else { throw Failure(description: "main actor") }
    }
    passed += 2

    Derived.register(in: container)
    try expect(container.require(Derived.self).id == 7)
    Screen.register(in: container)
    try expect(container.require(Screen.self).title == "text")

    try withDependencies {
      $0.uuid = .incrementing
      $0.container = container
    } operation: {
      let wrapped = Wrapped.make(dependency: .init(id: 1))
      try expect(wrapped.gateway.name == "card" && wrapped.id == 1)
      _ = wrapped.uuid()
    }
    try expect(Hidden.make(dependency: .init(id: 1)).id == 1)
    try expect(FileHidden.make(dependency: .init(id: 1)).id == 1)
    Outer.Nested.register(in: container)
    try expect(container.require(Outer.Nested.self).closure() == 2)
    `class`.`struct`.register(in: container)
    try expect(container.require(`class`.`struct`.self).id == 5)
    try container.verify()
    print("\(passed) shapes passed, 0 failed")
  }
}
