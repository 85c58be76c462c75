import Dependencies
import DependencyContainer
import DependencySupport
import Foundation
import Testing

private final class Owner: Sendable {
  let injected = Injected((any Animal).self)

  var animal: any Animal { injected.wrappedValue }

  static func made(with factory: @escaping @Sendable () -> Cat) -> Owner {
    withDependencies {
      $0.container = Container { $0.register((any Animal).self) { _ in factory() } }
    } operation: {
      Owner()
    }
  }
}

struct ThreadTests {
  @Test func `sixteen threads are given one instance`() throws {
    for _ in 0..<50 {
      let container = Container()
      let made = LockIsolated(0)
      container.register((any Animal).self) { _ in
        made.withValue { $0 += 1 }
        return Cat()
      }.inObjectScope(.container)
      let seen = LockIsolated<Set<ObjectIdentifier>>([])
      concurrently(16) { _ in
        let cat = container.resolve((any Animal).self) as? Cat
        _ = seen.withValue { $0.insert(ObjectIdentifier(cat!)) }
      }
      #expect(made.value == 1 && seen.value.count == 1)
    }
  }

  @Test func `threads that enter a property circle from both ends meet complete objects`() throws {
    for _ in 0..<200 {
      let container = Container()
      container.register(Parent.self) { _ in Parent() }
        .inObjectScope(.container)
        .initCompleted { $1.child = $0.resolve(Child.self) }
      container.register(Child.self) { Child(parent: $0.resolve(Parent.self)) }
        .inObjectScope(.container)
      let failures = LockIsolated(0)
      concurrently(4) { index in
        if index.isMultiple(of: 2) {
          let parent = container.resolve(Parent.self)
          if parent?.child?.parent !== parent { failures.withValue { $0 += 1 } }
        } else {
          let child = container.resolve(Child.self)
          if child?.parent?.child !== child { failures.withValue { $0 += 1 } }
        }
      }
      #expect(failures.value == 0)
      container.resolve(Parent.self)?.child = nil
    }
  }

  @Test func `threads that read one injected property share one service`() {
    for _ in 0..<50 {
      let made = LockIsolated(0)
      let owner = Owner.made {
        made.withValue { $0 += 1 }
        return Cat(name: "shared by all who read the property")
      }
      let seen = LockIsolated<Set<ObjectIdentifier>>([])
      let failures = LockIsolated(0)
      concurrently(8) { _ in
        for _ in 0..<20 {
          let animal = owner.animal
          if animal.name != "shared by all who read the property" {
            failures.withValue { $0 += 1 }
          }
          let identity = ObjectIdentifier(animal as AnyObject)
          _ = seen.withValue { $0.insert(identity) }
        }
      }
      #expect(made.value == 1 && seen.value.count == 1 && failures.value == 0)
    }
  }

  @Test func `an injected service dies with the property`() {
    var owner: Owner? = Owner.made { Cat() }
    weak let animal = owner?.animal as? Cat
    #expect(animal != nil)
    owner = nil
    #expect(animal == nil)
  }

  @Test func `an entry does not keep its container, and forwards to none that is gone`() {
    var container: Container? = Container()
    weak let gone = container
    let entry = container?.register(Cat.self) { _ in Cat() }
    container = nil
    #expect(gone == nil)
    entry?.implements((any Animal).self)
    #expect(entry?.serviceType == Cat.self)
  }

  @Test func `an entry that forwards while its container ends does so or does nothing`() {
    for _ in 0..<500 {
      let container = LockIsolated<Container?>(Container())
      guard let entry = container.value?.register(Cat.self, factory: { _ in Cat() }) else { return }
      concurrently(2) { index in
        if index == 0 {
          let last = container.withValue { container in
            defer { container = nil }
            return container
          }
          withIssueReporters([]) { _ = last?.resolve((any Animal).self) }
        } else {
          entry.implements((any Animal).self)
        }
      }
      #expect(container.value == nil)
    }
  }

  @Test func `registering while others resolve is safe`() {
    let container = Container()
    container.register(Int.self) { _ in 0 }.inObjectScope(.transient)
    concurrently(4) { index in
      for turn in 0..<500 {
        if index == 0 {
          container.register(Int.self) { _ in turn }.inObjectScope(
            turn.isMultiple(of: 2) ? .transient : .container)
          container.register(String.self, name: "\(turn)") { _ in "\(turn)" }
        } else {
          #expect(container.resolve(Int.self) != nil)
        }
      }
    }
  }
}

func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    Thread.detachNewThread {
      body(index)
      group.leave()
    }
  }
  group.wait()
}
