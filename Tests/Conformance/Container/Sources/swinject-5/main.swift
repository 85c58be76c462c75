import DependencyContainer

protocol Animal: AnyObject { var name: String { get } }
protocol Runner {}
protocol Jumper {}
final class Cat: Animal, Runner, Jumper {
  let name: String
  init(name: String = "Mimi", _ more: Any...) { self.name = name }
}
class Owner { var pet: Animal?; init() {} }
class NotSendable { var count = 0 }

func check(_ condition: Bool, _ line: Int = #line) {
  if !condition {
    print("line \(line) failed")
    failures += 1
  }
}
nonisolated(unsafe) var failures = 0

struct Option: ServiceKeyOption {
  let code: Int
  func isEqualTo(_ another: ServiceKeyOption) -> Bool { (another as? Option)?.code == code }
  func hash(into hasher: inout Hasher) { hasher.combine(code) }
  var description: String { "Option \(code)" }
}

final class Spy: Behavior {
  var names: [String?] = []
  func container<Type, Service>(
    _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
    withName name: String?
  ) {
    names.append(name)
  }
}

final class CustomStorage: InstanceStorage {
  var instance: Any?
  var completions = 0
  func graphResolutionCompleted() { completions += 1 }
}

final class CustomScope: ObjectScopeProtocol {
  let storage = CustomStorage()
  func makeStorage() -> InstanceStorage { storage }
}

extension ObjectScope {
  static let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
  static let child = ObjectScope(
    storageFactory: WeakStorage.init, description: "child", parent: ObjectScope.session)
}

class BasicAssembly: Assembly {
  var isLoaded = false
  func assemble(container: Container) {
    container.register(Animal.self) { _ in Cat(name: "assembled") }
  }
  func loaded(resolver: Resolver) { isLoaded = resolver.resolve(Animal.self) != nil }
}
struct QuietAssembly: Assembly { func assemble(container: Container) {} }

func registrations() {
  let spy = Spy()
  let shared = NotSendable()
  var counter = 0
  let container = Container(parent: nil, defaultObjectScope: .graph, behaviors: [spy]) {
    $0.register(Int.self) { _ in 7 }
  }
  container.addBehavior(Spy())
  container.register(Animal.self) { _ in
    counter += 1
    shared.count += 1
    return Cat()
  }
  container.register(Animal.self, name: "1") { r in Cat(name: "\(r.resolve(Int.self)!)") }
  container.register(Animal.self) { _, a in Cat(name: a) }
  container.register(Animal.self) { (_, a: String, b: Int) in Cat(name: a, b) }
  container.register(Animal.self) { (r: Resolver, a: String, b: Int, c: Int) in Cat(name: a, b, c) }
  container.register(Animal.self) { (_, a: Int, b: Int, c: Int, d: Int) in
    Cat(name: "4", a, b, c, d)
  }
  container.register(Animal.self) { (_, a: Int, b: Int, c: Int, d: Int, e: Int) in
    Cat(name: "5", a, b, c, d, e)
  }
  container.register(Animal.self) { (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int) in
    Cat(name: "6", a, b, c, d, e, f)
  }
  container.register(Animal.self) { (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int) in
    Cat(name: "7", a, b, c, d, e, f, g)
  }
  container.register(Animal.self) {
    (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int) in
    Cat(name: "8", a, b, c, d, e, f, g, h)
  }
  container.register(Animal.self) {
    (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int) in
    Cat(name: "9", a, b, c, d, e, f, g, h, i)
  }
  let factory: (Resolver) -> Animal = { _ in Cat(name: "stored") }
  container.register(Animal.self, name: "stored", factory: factory)
  check(container.resolve(Animal.self)?.name == "Mimi" && counter == 1)
  check(container.resolve(Animal.self, name: "1")?.name == "7")
  check(container.resolve(Animal.self, name: nil)?.name == "Mimi")
  check(container.resolve(Animal.self, name: "stored")?.name == "stored")
  check(container.resolve(Animal.self, argument: "a")?.name == "a")
  check(container.resolve(Animal.self, name: nil, argument: "a")?.name == "a")
  check(container.resolve(Animal.self, arguments: "b", 1)?.name == "b")
  check(container.resolve(Animal.self, name: nil, arguments: "b", 1)?.name == "b")
  check(container.resolve(Animal.self, arguments: "c", 1, 2)?.name == "c")
  check(container.resolve(Animal.self, arguments: 1, 2, 3, 4)?.name == "4")
  check(container.resolve(Animal.self, arguments: 1, 2, 3, 4, 5)?.name == "5")
  check(container.resolve(Animal.self, arguments: 1, 2, 3, 4, 5, 6)?.name == "6")
  check(container.resolve(Animal.self, arguments: 1, 2, 3, 4, 5, 6, 7)?.name == "7")
  check(container.resolve(Animal.self, arguments: 1, 2, 3, 4, 5, 6, 7, 8)?.name == "8")
  check(container.resolve(Animal.self, arguments: 1, 2, 3, 4, 5, 6, 7, 8, 9)?.name == "9")
  check(
    container.hasAnyRegistration(of: Animal.self) && !container.hasAnyRegistration(of: Cat.self))
  check(container.hasAnyRegistration(of: Animal.self, name: "1"))
  let entry = container.register(Cat.self) { _ in Cat() }
    .inObjectScope(.container)
    .initCompleted { _, cat in check(cat.name == "Mimi") }
    .implements(Runner.self, Jumper.self)
    .implements(Animal.self, name: "forwarded")
  container.forward(AnyObject.self, name: "object", to: entry)
  check(entry.serviceType == Cat.self && entry.argumentsType == Resolver.self)
  check(container.resolve(Runner.self) as? Cat === container.resolve(Cat.self))
  check(container.resolve(AnyObject.self, name: "object") === container.resolve(Cat.self))
  check(spy.names.contains("object") && spy.names.contains("forwarded"))
  let synchronized: Resolver = container.synchronize()
  check(synchronized.resolve(Cat.self) === container.resolve(Cat.self))
  _ = synchronized as! Container
  check(!"\(container)".isEmpty)
  container.removeAll()
  check(!container.hasAnyRegistration(of: Cat.self))
}

func extensions() {
  let container = Container()
  container._register(
    Animal.self, factory: { (arguments: (Resolver, String)) in Cat(name: arguments.1) as Any },
    name: "x", option: Option(code: 1))
  let made: Animal? = container._resolve(name: "x", option: Option(code: 1)) {
    (factory: ((Resolver, String)) -> Any) in factory((container, "given"))
  }
  check(made?.name == "given")
  container._register(Cat.self, factory: { (_: Resolver) in Cat(name: "plain") as Any })
  check(container.resolve(Cat.self)?.name == "plain")
  container.register(Animal.self) { (_, name: String) in Cat(name: name) }
  let other: Animal? = container._resolve(name: nil) { (factory: ((Resolver, String)) -> Any) in
    factory((container, "both"))
  }
  check(other?.name == "both")
}

func scopes() {
  let container = Container(defaultObjectScope: .container)
  let custom = CustomScope()
  container.register(Owner.self) { _ in Owner() }
  container.register(Cat.self) { _ in Cat() }.inObjectScope(custom)
  container.register(Animal.self) { _ in Cat() }.inObjectScope(.session)
  container.register(Runner.self) { _ in Cat() }.inObjectScope(.child)
  check(container.resolve(Owner.self) === container.resolve(Owner.self))
  check(
    container.resolve(Cat.self) === container.resolve(Cat.self) && custom.storage.completions == 2)
  let first = container.resolve(Animal.self)
  check(container.resolve(Animal.self) === first)
  container.resetObjectScope(.session)
  check(container.resolve(Animal.self) !== first)
  container.resetObjectScope(custom)
  container.resetObjectScope(.session, serviceType: Animal.self)
  container.resetObjectScope(custom, serviceType: Cat.self)
  check(custom.storage.instance == nil)
  let composite = CompositeStorage([
    PermanentStorage(), GraphStorage(), TransientStorage(), WeakStorage(),
  ])
  composite.instance = 5
  composite.graphResolutionCompleted()
  check(composite.instance as? Int == 5)
}

func graphs() {
  let container = Container()
  container.register(Cat.self) { _ in Cat() }
  container.register(Owner.self) { _ in Owner() }.initCompleted { r, owner in
    owner.pet = r.resolve(Cat.self)
  }
  container.register(GraphHolder.self) { r in
    GraphHolder(graph: r.resolve(GraphIdentifier.self)!, cat: r.resolve(Cat.self)!)
  }
  let holder = container.resolve(GraphHolder.self)!
  check(container.withObjectGraph(holder.graph) { $0.resolve(Cat.self) } === holder.cat)
  check(container.resolve(Cat.self) !== holder.cat)
  check(container.resolve(GraphIdentifier.self) == nil)
  let lazy = container.resolve(Lazy<Cat>.self)!
  check(lazy.instance === lazy.instance)
  let provider = container.resolve(Provider<Cat>.self)!
  check(provider.instance !== provider.instance)
  check(container.resolve(Cat?.self)! != nil)
  check(container.resolve(Int?.self)! == nil)
  check(container.resolve(Lazy<Int>.self) == nil)
}
final class GraphHolder {
  let graph: GraphIdentifier
  let cat: Cat
  init(graph: GraphIdentifier, cat: Cat) { self.graph = graph; self.cat = cat }
}

func assemblies() throws {
  let assembly = BasicAssembly()
  let assembler = Assembler([assembly, QuietAssembly()], container: Container())
  check(assembly.isLoaded && assembler.resolver.resolve(Animal.self)?.name == "assembled")
  let child = Assembler(
    [QuietAssembly()], parent: assembler, defaultObjectScope: .graph, behaviors: [])
  check(child.resolver.resolve(Animal.self) != nil)
  let late = Assembler(parentAssembler: nil)
  late.apply(assembly: BasicAssembly())
  late.apply(assemblies: [QuietAssembly()])
  let empty = Assembler()
  check(empty.resolver.resolve(Int?.self)! == nil)
  _ = try Assembler(assemblies: [BasicAssembly()])
  _ = try Assembler(assemblies: [QuietAssembly()], parentAssembler: assembler)
}

registrations()
extensions()
scopes()
graphs()
try assemblies()
print(failures == 0 ? "all passed" : "\(failures) failed")
if failures > 0 { fatalError("a check failed") }
