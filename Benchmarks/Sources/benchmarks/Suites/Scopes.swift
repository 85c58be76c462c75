import Dependencies

/// Entering a scope, with an operation that does nothing.
enum Scopes {
  private static let floors = ["floor.withValue"]

  static let benchmarks = [
    Benchmark("scope.enter", floors: floors) { run in
      run.measure { enter() }
    },
    Benchmark("scope.enter.20overrides", floors: floors, baseline: "scope.enter") { run in
      withDependencies {
        $0.overrideManyKeys(20)
      } operation: {
        run.measure { enter() }
      }
    },
    Benchmark("scope.enter.1000overrides", floors: floors, baseline: "scope.enter") { run in
      withDependencies {
        $0.overrideManyKeys(1_000)
      } operation: {
        run.measure { enter() }
      }
    },
    Benchmark("scope.from", floors: floors) { run in
      let model = withDependencies {
        $0.number = 7
      } operation: {
        opaque(NumberModel())
      }
      return run.measure {
        withDependencies(from: model) { consume(0) }
      }
    },
    Benchmark("escaped.yield", floors: floors) { run in
      let dependencies = withDependencies {
        $0.number = 7
      } operation: {
        withEscapedDependencies { $0 }
      }
      return run.measure {
        dependencies.yield { consume(0) }
      }
    },
  ]

  private static func enter() {
    withDependencies {
      $0.number = 7
    } operation: {
      consume(0)
    }
  }
}
