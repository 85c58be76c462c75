import DependencyContainer

protocol Engine {}
protocol Car {}
struct V8: Engine { init(car: any Car) {} }
struct Sedan: Car { init(engine: any Engine) {} }
final class Parent { var child: Child? }
final class Child { weak var parent: Parent? }

func register(in container: Container) {
  container.register((any Engine).self) { resolver in
    V8(car: resolver.resolve((any Car).self)!)
  }
  container.register(Car.self) { Sedan(engine: $0.resolve(Engine.self)!) }
  // Properties that are set afterwards may go round.
  container.register(Parent.self) { _ in Parent() }
    .initCompleted { resolver, parent in parent.child = resolver.resolve(Child.self) }
    .inObjectScope(.container)
  container.register(Child.self) { _ in Child() }
    .initCompleted { resolver, child in child.parent = resolver.resolve(Parent.self) }
}

@Injectable final class Chicken {
  let egg: Egg
}

@Injectable final class Egg {
  let chicken: Chicken
  let color: String
}

@Injectable final class Nest {
  let egg: Egg
}
