import Dependencies

/// Making an object in a scope, alone or while others live that were made the same way.
enum Models {
  private static let floors = ["floor.withValue", "floor.factory"]

  static let benchmarks = [
    Benchmark("model.create.1", floors: floors) { run in
      run.measure { make(NumberModel()) }
    },
    Benchmark("model.create.1000alive", floors: floors, baseline: "model.create.1") { run in
      let alive = (0..<1_000).map { _ in make(NumberModel()) }
      return withExtendedLifetime(alive) { run.measure { make(NumberModel()) } }
    },
    Benchmark("model.create.8000alive", floors: floors, baseline: "model.create.1") { run in
      let alive = (0..<8_000).map { _ in make(NumberModel()) }
      return withExtendedLifetime(alive) { run.measure { make(NumberModel()) } }
    },
    // A model without a `@Dependency` is remembered in a registry.
    Benchmark("model.remember.1", floors: floors) { run in
      run.measure { make(PlainModel()) }
    },
    Benchmark("model.remember.8000alive", floors: floors, baseline: "model.remember.1") { run in
      let alive = (0..<8_000).map { _ in make(PlainModel()) }
      return withExtendedLifetime(alive) { run.measure { make(PlainModel()) } }
    },
  ]

  private static func make<Model: AnyObject>(_ model: @autoclosure () -> Model) -> Model {
    withDependencies {
      $0.number = 7
    } operation: {
      model()
    }
  }
}
