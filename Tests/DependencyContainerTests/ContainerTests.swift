import DependencyContainer
import Testing

protocol Animal { var name: String { get } }
final class Cat: Animal, Sendable {
  let name: String
  init(name: String = "Mimi") { self.name = name }
}
struct Turtle: Animal, Equatable { var name = "Ninja" }

final class Parent: @unchecked Sendable {
  var child: Child?
}
final class Child: @unchecked Sendable {
  let parent: Parent?
  init(parent: Parent?) { self.parent = parent }
}

private final class Found: @unchecked Sendable {
  var children: [Child?] = []
}

private final class Dying {
  let whenDying: () -> Void

  init(whenDying: @escaping () -> Void) {
    self.whenDying = whenDying
  }

  deinit {
    whenDying()
  }
}

struct ContainerTests {
  @Test func `a factory makes a service for each resolution outside a graph`() throws {
    let container = Container()
    container.register((any Animal).self) { _ in Cat() }
    let first = try #require(container.resolve((any Animal).self) as? Cat)
    let second = try #require(container.resolve((any Animal).self) as? Cat)
    #expect(first !== second)
  }

  @Test func `what dies with its graph may resolve, and finds a graph of its own`() throws {
    let container = Container()
    let found = Found()
    container.register(Child.self) { _ in Child(parent: nil) }
    container.register(Dying.self) { [weak container] resolver in
      let child = resolver.resolve(Child.self)
      return Dying { found.children = [child, container?.resolve(Child.self)] }
    }
    _ = container.resolve(Dying.self)
    let first = try #require(found.children.first ?? nil)
    let second = try #require(found.children.last ?? nil)
    #expect(first !== second)
  }

  @Test func `names and argument types tell registrations apart`() throws {
    let container = Container()
    container.register((any Animal).self) { _ in Cat(name: "plain") }
    container.register((any Animal).self, name: "named") { _ in Cat(name: "named") }
    container.register((any Animal).self) { _, name in Cat(name: name) }
    container.register((any Animal).self) { (_: any Resolver, name: String, times: Int) in
      Cat(name: String(repeating: name, count: times))
    }
    #expect(container.resolve((any Animal).self)?.name == "plain")
    #expect(container.resolve((any Animal).self, name: "named")?.name == "named")
    #expect(container.resolve((any Animal).self, argument: "given")?.name == "given")
    #expect(container.resolve((any Animal).self, arguments: "ab", 2)?.name == "abab")
  }

  @Test(arguments: [ObjectScope.container, .weak])
  func `a shared service is found again`(scope: ObjectScope) throws {
    let container = Container()
    container.register((any Animal).self) { _ in Cat() }.inObjectScope(scope)
    let first = try #require(container.resolve((any Animal).self) as? Cat)
    #expect(container.resolve((any Animal).self) as? Cat === first)
    #expect(Container(parent: container).resolve((any Animal).self) as? Cat === first)
    container.resetObjectScope(scope)
    #expect(container.resolve((any Animal).self) as? Cat !== first)
  }

  @Test(arguments: [ObjectScope.graph, .container, .weak])
  func `a property closes a circle`(scope: ObjectScope) throws {
    let container = Container()
    container.register(Parent.self) { _ in Parent() }
      .inObjectScope(scope)
      .initCompleted { $1.child = $0.resolve(Child.self) }
    container.register(Child.self) { Child(parent: $0.resolve(Parent.self)) }.inObjectScope(scope)
    let parent = try container.require(Parent.self)
    #expect(parent.child?.parent === parent)
    let child = try container.require(Child.self)
    #expect(child.parent?.child === child)
    parent.child = nil
    child.parent?.child = nil
  }

  @Test func `a constructor cycle is an error with its path at the first turn`() {
    let container = Container()
    container.reportsUnresolvedServices = false
    container.register(Parent.self) { resolver in
      _ = resolver.resolve(Child.self)
      return Parent()
    }
    container.register(Child.self) { Child(parent: $0.resolve(Parent.self)) }
    let error = #expect(throws: ResolutionError.self) { try container.require(Parent.self) }
    #expect(error?.code == .cycle)
    #expect(error?.path.map(\.description) == ["Parent", "Child", "Parent"])
  }

  @Test func `an error names the whole path and what was meant`() {
    let container = Container()
    container.register(Parent.self) { resolver in
      _ = try resolver.require(Child.self)
      return Parent()
    }
    container.register(Child.self) {
      _ = try $0.require((any Animal).self, name: "eu"); return Child(parent: nil)
    }
    container.register((any Animal).self, name: "us") { _ in Cat() }
    container.register(Cat.self) { _ in Cat() }
    let error = #expect(throws: ResolutionError.self) { try container.require(Parent.self) }
    #expect(error?.code == .notRegistered)
    #expect(error?.path.map(\.description) == ["Parent", "Child", "Animal(name: \"eu\")"])
    #expect(
      error?.nearMatches == [
        "a type that conforms to it is registered: Cat",
        "registered with another name: Animal(name: \"us\")",
      ])
  }

  @Test func `an initializer's parameters are resolved`() throws {
    let container = Container()
    container.register((any Animal).self) { _ in Cat() }
    struct Owner { let pet: any Animal; let other: Turtle?; let count: Int }
    container.autoregister(Owner.self, argument: Int.self, initializer: Owner.init)
    let owner = try #require(container.resolve(Owner.self, argument: 3))
    #expect(owner.count == 3 && owner.other == nil && owner.pet.name == "Mimi")
    struct Kennel { let turtle: Turtle }
    container.autoregister(Kennel.self, initializer: Kennel.init)
    let error = #expect(throws: ResolutionError.self) { try container.require(Kennel.self) }
    #expect(error?.path.map(\.description) == ["Kennel", "Turtle"])
  }

  @Test func `wrappers resolve what they wrap`() throws {
    let container = Container()
    container.register((any Animal).self) { _ in Cat() }
    let lazy = try #require(container.resolve(Lazy<any Animal>.self))
    #expect(lazy.instance as? Cat === lazy.instance as? Cat)
    let provider = try #require(container.resolve(Provider<any Animal>.self))
    #expect(provider.instance as? Cat !== provider.instance as? Cat)
    #expect(container.resolve((any Animal)?.self)??.name == "Mimi")
    #expect(container.resolve(Turtle?.self).map { $0 == nil } == true)
  }

  @Test func `a forwarded type shares the instance`() throws {
    let container = Container()
    container.register(Cat.self) { _ in Cat() }
      .implements((any Animal).self).inObjectScope(.container)
    #expect(container.resolve((any Animal).self) as? Cat === container.resolve(Cat.self))
  }

  @Test func `a description lists the registrations`() {
    let container = Container()
    #expect(container.description == "[\n]")
    container.register((any Animal).self, name: "a") { (_: any Resolver, _: String, _: Bool) in
      Cat()
    }
    .inObjectScope(.container).initCompleted { _, _ in }
    #expect(
      container.description == """
        [
            { Service: Animal, Name: "a", Factory: (Resolver, String, Bool) -> Animal, ObjectScope: container, InitCompleted: Specified 1 closures }
        ]
        """)
  }

  @Test func `verifying reports all failures and captive dependencies at once`() {
    let container = Container()
    container.register(Parent.self) { _ in Parent() }.inObjectScope(.weak)
    container.register(Child.self) { Child(parent: $0.resolve(Parent.self)) }.inObjectScope(
      .container)
    struct Kennel { let turtle: Turtle }
    container.autoregister(Kennel.self, initializer: Kennel.init)
    struct Zoo { let cat: Cat }
    container.autoregister(Zoo.self, initializer: Zoo.init)
    let error = #expect(throws: VerificationError.self) { try container.verify() }
    #expect(
      error?.failures.map { $0.path.map(\.description) } == [
        ["Zoo", "Cat"], ["Kennel", "Turtle"],
      ])
    #expect(error?.captiveDependencies.map(\.captive.service) == ["Parent"])
  }
}
