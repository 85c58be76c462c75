import Dependencies
import DependencyContainer
import DependencySupport
import Testing

private final class Messages: IssueReporter {
  let all = LockIsolated<[(String, IssueSeverity)]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let text = message() ?? ""
    all.withValue { $0.append((text, severity)) }
  }
}

private struct Model {
  @Injected((any Animal).self) var animal
}

struct BridgeTests {
  @Test func `an injected service comes from the container of its values`() {
    let model = withDependencies {
      $0.container = Container { $0.register((any Animal).self) { _ in Cat(name: "one") } }
    } operation: {
      Model()
    }
    #expect(model.animal.name == "one")
    #expect(model.animal as? Cat === model.animal as? Cat)
  }

  @Test func `overriding replaces one service, for others too, and does not leak`() throws {
    struct Owner { let pet: any Animal }
    let container = Container {
      $0.register((any Animal).self) { _ in Cat(name: "real") }
      $0.autoregister(Owner.self, initializer: Owner.init).inObjectScope(.container)
    }
    try withDependencies {
      $0.container = container
    } operation: {
      try withDependencies {
        $0.container = $0.container.overriding {
          $0.register((any Animal).self) { _ in Cat(name: "mock") }
        }
      } operation: {
        @Dependency(\.container) var container
        let owner = try container.require(Owner.self)
        #expect(owner.pet.name == "mock")
      }
    }
    #expect(try container.require(Owner.self).pet.name == "real")
  }

  @Test func `registering in the shared container inside an update is an issue`() {
    let messages = Messages()
    let container = Container()
    withIssueReporters([messages]) {
      withDependencies {
        $0.container = container
      } operation: {
        withDependencies {
          $0.container.register(Int.self) { _ in 1 }
        } operation: {
        }
      }
    }
    #expect(messages.all.value.count == 1)
    #expect(messages.all.value.first?.0.contains("overriding") == true)
    #expect(!container.hasAnyRegistration(of: Int.self))
  }

  @Test func `the test value fails the test for what it did not register`() {
    let messages = Messages()
    withIssueReporters([messages]) {
      @Dependency(\.container) var container
      #expect(container.resolve(Int.self) == nil)
    }
    #expect(
      messages.all.value.contains { $0.0.contains("Int is not registered") && $0.1 == .error })
  }

  @Test func `a missing service is a warning, once for each key`() {
    let messages = Messages()
    let container = Container()
    withIssueReporters([messages]) {
      for _ in 0..<3 { #expect(container.resolve(Int.self) == nil) }
      #expect(container.resolve(Int.self, name: "a") == nil)
    }
    #expect(messages.all.value.map(\.1) == [.warning, .warning])
  }

  @Test func `a factory reads dependencies`() {
    let container = Container()
    container.register(String.self) { _ in
      @Dependency(\.context) var context
      return "\(context)"
    }
    #expect(container.resolve(String.self) == "test")
  }
}

private final class ViewController: PropertyInjectable, DefaultInitializable, DependencyInjectable {
  struct Dependency { let userId: Int }
  var dependency: Dependency?
}

struct InjectableTests {
  @Test func `an injectable is made from its dependencies`() {
    let viewController = ViewController.make(dependency: .init(userId: 1111))
    #expect(viewController.dependency?.userId == 1111)
  }

  @Test func `a nested dependency type is resolved from a container`() {
    struct View: ContainerInjectable {
      struct DependencyType { var animal: any Animal }
      var di: DependencyType!
      static var resolver: any Resolver {
        Container {
          $0.register((any Animal).self) { _ in Cat(name: "di") }
          $0.register(DependencyType.self) {
            DependencyType(animal: $0.resolve((any Animal).self)!)
          }
        }
      }
      init() { di = resolveDependencyInstance() }
    }
    #expect(View().di.animal.name == "di")
  }
}
