import DependencyContainer

/// Stands in for UIKit's class.
class UIViewController { required init() {} }

// The first article's second form: make(dependency:) is the only way.
final class ViewController: DependencyInjectable {
  struct Dependency {
    let userId: Int
    static var empty: Dependency { Dependency(userId: 0) }
  }
  let dependency: Dependency
  private init(_ dependency: Dependency) { self.dependency = dependency }
  static func make(dependency: Dependency) -> Self { Self(dependency) }
}

// Its first form, with a stand-in for the storyboard.
protocol FromStoryboard {}
extension FromStoryboard where Self: UIViewController, Self: DependencyInjectable {
  static func fromStoryboard(_ storyboardName: String) -> Self { Self() }
}
final class StoryboardViewController: UIViewController, DependencyInjectable, PropertyInjectable,
  FromStoryboard
{
  struct Dependency { let userId: Int }
  var dependency: Dependency? = nil
  static func make(dependency: Dependency) -> StoryboardViewController {
    let vc = StoryboardViewController.fromStoryboard("Main")
    vc.dependency = dependency
    return vc
  }
}

let vc = ViewController.make(dependency: .init(userId: 1111))
precondition(vc.dependency.userId == 1111)
precondition(StoryboardViewController.make(dependency: .init(userId: 2)).dependency?.userId == 2)

// The second article, as it is written there.
protocol SomeProtocol { func test() -> String }
struct SomeProtocolImpl: SomeProtocol { func test() -> String { "tested" } }

extension ContainerInjectable {
  static var resolver: any Resolver { DIContainer.shared.getContainer() }
}
struct SomeContentView: ContainerInjectable {
  typealias DependencyType = Dependency
  struct Dependency { var p: SomeProtocol }
  var di: Dependency!
  init() { di = resolveDependencyInstance() }
  func use() -> String { di.p.test() }
}
class DIContainer {
  static let shared = DIContainer()
  private init() {}
  func getContainer() -> Container {
    let container = Container()
    container.register(SomeProtocol.self) { r in
      return SomeProtocolImpl()
    }
    container.register(SomeContentView.DependencyType.self) { r in
      return SomeContentView.DependencyType(p: container.resolve(SomeProtocol.self)!)
    }
    return container
  }
}
let c = SomeContentView()
precondition(c.use() == "tested")

// The article's own resolution of `di`, an implicitly unwrapped optional, by its static type.
precondition(DIContainer.shared.getContainer().resolve(type(of: c.di))!!.p.test() == "tested")
print("all passed")
