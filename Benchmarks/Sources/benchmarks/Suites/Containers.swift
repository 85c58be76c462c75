import Dependencies
import DependencyContainer

/// Resolving from a container, and reading what was resolved. On two threads, both use one container.
enum Containers {
  private static let floors = ["floor.factory"]

  static let benchmarks = [
    Benchmark("container.transient", floors: floors, runsOnTwoThreads: true) { run in
      let container = opaque(transient)
      return run.measure { container.resolve((any Service).self) }
    },
    Benchmark("container.singleton", floors: floors, runsOnTwoThreads: true) { run in
      let container = opaque(singleton)
      return run.measure { container.resolve((any Service).self) }
    },
    Benchmark(
      "container.graph5", floors: Array(repeating: "floor.factory", count: 5),
      runsOnTwoThreads: true
    ) { run in
      let container = opaque(graph)
      return run.measure { container.resolve(Bank.self) }
    },
    Benchmark("container.argument", floors: floors, runsOnTwoThreads: true) { run in
      let container = opaque(argument)
      let number = opaque(7)
      return run.measure { container.resolve(Customer.self, argument: number) }
    },
    Benchmark("injected.read", floors: ["floor.taskLocal"], runsOnTwoThreads: true) { run in
      let branch = withDependencies {
        $0.container = singleton
      } operation: {
        opaque(Branch())
      }
      consume(branch.service)
      return run.measure { branch.service }
    },
  ]

  private static let transient = Container { container in
    container.register((any Service).self) { _ in Desk() }.inObjectScope(.transient)
  }

  private static let singleton = Container { container in
    container.register((any Service).self) { _ in Desk() }.inObjectScope(.container)
  }

  private static let argument = Container { container in
    container.register(Customer.self) { (_: any Resolver, number: Int) in
      Customer(number: number)
    }.inObjectScope(.transient)
  }

  private static let graph = Container { container in
    container.register(Ledger.self) { _ in Ledger() }
    container.register(Vault.self) { _ in Vault() }
    container.register(Counter.self) { _ in Counter() }
    container.register(Audit.self) { resolver in
      Audit(
        ledger: required(resolver.resolve(Ledger.self)),
        vault: required(resolver.resolve(Vault.self)))
    }
    container.register(Bank.self) { resolver in
      Bank(
        audit: required(resolver.resolve(Audit.self)),
        counter: required(resolver.resolve(Counter.self)))
    }
  }

  private static func required<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure("the container has no \(Value.self)") }
    return value
  }
}
