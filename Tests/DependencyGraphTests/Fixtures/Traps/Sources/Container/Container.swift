import Foundation
import Swinject
import SwinjectAutoregistration

protocol Animal: AnyObject { var name: String { get } }
final class Cat: Animal { let name: String; init(name: String) { self.name = name } }
final class Owner {
  let pet: any Animal
  weak var friend: Owner?
  init(pet: any Animal) { self.pet = pet }
}
final class House { let owner: Owner; init(owner: Owner) { self.owner = owner } }
protocol Repository<Item> { associatedtype Item }
struct Users: Repository { typealias Item = String }

final class Parent { var child: Child? }
final class Child { weak var parent: Parent?; init(parent: Parent) { self.parent = parent } }

final class AnimalAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Animal.self) { _ in Cat(name: "Mimi") }
    container.register((any Animal).self, name: "named") { (_, name: String) in Cat(name: name) }
    container.register(Owner.self) { r in Owner(pet: r.resolve(Animal.self)!) }
      .initCompleted { r, owner in owner.friend = r.resolve(Owner.self, name: "friend") }
      .inObjectScope(.container)
    container.register(Owner.self, name: "friend") { r in
      Owner(pet: r.resolve(Animal.self, name: "named", argument: "Kuro")!)
    }
    container.autoregister(House.self, initializer: House.init)
    container.register((any Repository<String>).self) { _ in Users() }
    // A cycle by property: the usual way.
    container.register(Parent.self) { _ in Parent() }
      .initCompleted { r, p in p.child = r.resolve(Child.self)! }
    container.register(Child.self) { r in Child(parent: r.resolve(Parent.self)!) }
  }
  func loaded(resolver: Resolver) { _ = resolver.resolve(House.self) }
}

struct Screens {
  let resolver: any Resolver
  func open() -> House { resolver.resolve(House.self)! }
  func list() -> (any Repository<String>)? { resolver.resolve((any Repository<String>).self) }
  func any<Service>(_ type: Service.Type) -> Service? { resolver.resolve(type) }
  func generic<Screen>() -> Screen { resolver.resolve(Screen.self)! }
  func later() -> Lazy<House>? { resolver.resolve(Lazy<House>.self) }
}

extension Container {
  func registerScreen<Screen>(_ type: Screen.Type, _ make: @escaping (Resolver) -> Screen) {
    register(type, factory: make)
  }
}

final class Lights {
  let switches: () -> Switches;
  init(switches: @escaping () -> Switches) { self.switches = switches }
}
final class Switches {}
protocol Plug {}
func more(_ container: Container, kind: String) {
  container.register(Lights.self) { r in Lights(switches: { r.resolve(Switches.self)! }) }
    .inObjectScope(.container)
  container.register(Switches.self) { _ in Switches() }.inObjectScope(.transient)
  let entry = container.register(Plug.self) { _ in RoundPlug() }
  container.forward(RoundPlug.self, name: "round", to: entry)
  _ = container.resolve(RoundPlug.self, name: "round")
  _ = container.resolve(Switches.self, name: kind)
  for name in ["a", "b"] { container.register(Int.self, name: name) { _ in 1 } }
  _ = container.resolve(Int.self, name: "a")
}
struct RoundPlug: Plug {}
final class Sorted { init(_ plug: any Plug, _ numbers: [Int]) {} }
func sorted(_ container: Container) {
  // The second parameter is that of the closure inside.
  container.register(Sorted.self) { Sorted($0.resolve(Plug.self)!, [2, 1].sorted { $0 < $1 }) }
  _ = container.resolve(Sorted.self)
}
