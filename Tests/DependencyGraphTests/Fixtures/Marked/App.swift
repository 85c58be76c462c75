import Dependencies
import DependencyContainer
import Foundation

struct Client: DependencyKey, Sendable {
  var load: @Sendable () -> Int = { 0 }
  static let liveValue = Client()
  static let testValue = Client()
}
extension DependencyValues {
  var client: Client {
    get { self[Client.self] }
    set { self[Client.self] = newValue }
  }
}

final class Child {
  @Dependency(\.client) private var client
  func use() { print(client) }
}

struct Holder {
  @Dependency(\.client) private static var one  //~ static-dependency
  @Dependency(\.client) static var two  //~ static-dependency
  func use() { print(Self.one, Holder.two) }
}

final class Model {
  @Dependency(\.client) private var client
  var child: Child?

  func escapes() {
    Task.detached(priority: .background) { print(Child()) }  //~ escaping-read
    DispatchQueue.global().async(execute: { print(Child()) })  //~ escaping-read
    DispatchQueue.global(qos: .userInitiated).async { [weak self] in
      @Dependency(\.client) var client  //~ escaping-read
      print(client, self as Any)
    }
    Thread { print(Child()) }.start()  //~ escaping-read
    print(Timer(timeInterval: 1, repeats: false) { _ in print(Child()) })  //~ escaping-read
    DispatchQueue.concurrentPerform(iterations: 3) { _ in print(Child()) }  //~ escaping-read
  }

  func detaches() {
    Task { @MainActor in self.child = Child() }  //~ detached-model
    Task { child = Child() }  //~ detached-model
    child = .some(Child.init())  //~ detached-model
    run { Child() }  //~ detached-model
  }

  func run(_ make: () -> Child) { child = make() }

  func affects(_ numbers: [Int]) async throws {
    print(client)
    print(Date.init())  //~ uncontrolled-effect
    print(Foundation.UUID())  //~ uncontrolled-effect
    print(numbers.randomElement() as Any)  //~ uncontrolled-effect
    print(numbers.shuffled())  //~ uncontrolled-effect
    print(Double.random(in: 0...1))  //~ uncontrolled-effect
    print(Calendar.autoupdatingCurrent)  //~ uncontrolled-effect
    print(SystemRandomNumberGenerator())  //~ uncontrolled-effect
    try await Task.sleep(nanoseconds: 3)  //~ uncontrolled-effect
  }
}

final class Chicken {
  let egg: Egg
  init(egg: Egg) { self.egg = egg }
}
final class Egg {
  let chicken: Chicken
  init(chicken: Chicken) { self.chicken = chicken }
}
func register(_ container: Container) {
  container.autoregister(Chicken.self, initializer: Chicken.init)  //~ dependency-cycle
  container.autoregister(Egg.self, initializer: Egg.init)
}

enum Helping: DependencyKey {
  static let liveValue: Int = make()  //~ dependency-cycle
  static let testValue = 0
  private static func make() -> Int {
    @Dependency(Making.self) var making
    return making
  }
}
enum Making: DependencyKey {
  static var liveValue: Int { Maker().value }
  static let testValue = 0
}
struct Maker {
  let value: Int
  init() {
    @Dependency(Helping.self) var helping
    value = helping
  }
}

@Injectable final class Hen {  //~ dependency-cycle
  let nest: Nest
}
@Injectable final class Nest {
  let hen: Hen
  let count = 3
}

struct Dove: DependencyInjectable {  //~ dependency-cycle
  struct Dependency { let tree: Tree }
  static func make(dependency: Dependency) -> Dove { Dove() }
}
struct Tree: DependencyInjectable {
  struct Dependency { let dove: Dove }
  static func make(dependency: Dependency) -> Tree { Tree() }
}

protocol Missing {}
final class Screen {
  @Injected(Missing.self) var missing  //~ unregistered-service
  let resolver: any Resolver
  init(resolver: any Resolver) { self.resolver = resolver }
  func open() throws {
    _ = try resolver.require(Missing.self)  //~ unregistered-service
    _ = resolver.resolve(Missing.self)!  //~ unregistered-service
    _ = resolver.resolve(Chicken.self, name: "x")!  //~ unregistered-service
  }
}

struct Session: ScopedDependencyKey {
  static let scope = DependencyScope("session")
  static let liveValue = Session()
  static let testValue = Session()
}
enum Keeper: DependencyKey {
  static let liveValue: Session = {
    @Dependency(Session.self) var session  //~ captive-dependency
    return session
  }()
  static let testValue = Session()
}
enum Nobody: DependencyKey {  //~ unused-key
  static let liveValue = 0
}
func reads() {
  @Dependency(Keeper.self) var keeper
  @Dependency(Making.self) var making
  @Dependency(Session.self) var unused  //~ unused-dependency
  print(keeper, making)
}

final class Long {
  init(short: Short) {}
}
final class Short {}
func captures(_ container: Container) {
  container.register(Long.self) { Long(short: $0.resolve(Short.self)!) }  //~ captive-dependency
    .inObjectScope(.container)
  container.register(Short.self) { _ in Short() }.inObjectScope(.transient)
}

// A type inside a function sees none of the function's variables.
func shelters() {
  @Dependency(\.client) var client
  struct Local {
    func use() {
      @Dependency(\.client) var client  //~ unused-dependency
    }
  }
  print(client, Local())
}
