import Dependencies

/// Reads of `@Dependency` whose value exists.
enum Reads {
  private static let keyPathFloors = ["floor.taskLocal", "floor.keyPath"]
  private static let keyFloors = ["floor.taskLocal"]

  static let benchmarks = [
    Benchmark("read.keyPath.root", floors: keyPathFloors, runsOnTwoThreads: true) { run in
      let model = opaque(NumberModel())
      return run.measure { model.number }
    },
    Benchmark("read.keyPath.override", floors: keyPathFloors, runsOnTwoThreads: true) { run in
      withDependencies {
        $0.number = 7
      } operation: {
        let model = opaque(NumberModel())
        return run.measure { model.number }
      }
    },
    Benchmark("read.keyPath.captured", floors: keyPathFloors, runsOnTwoThreads: true) { run in
      let model = withDependencies {
        $0.number = 7
      } operation: {
        opaque(NumberModel())
      }
      return run.measure { model.number }
    },
    // The scope overrides something else, so that current and captured values are both looked at.
    Benchmark("read.keyPath.captured.inScope", floors: keyPathFloors, runsOnTwoThreads: true) {
      run in
      let model = withDependencies {
        $0.number = 7
      } operation: {
        opaque(NumberModel())
      }
      return withDependencies {
        $0.overrideManyKeys(1)
      } operation: {
        run.measure { model.number }
      }
    },
    Benchmark(
      "read.keyPath.20overrides", floors: keyPathFloors, baseline: "read.keyPath.override",
      runsOnTwoThreads: true
    ) { run in
      withDependencies {
        $0.overrideManyKeys(19)
        $0.number = 7
      } operation: {
        let model = opaque(NumberModel())
        return run.measure { model.number }
      }
    },
    Benchmark("read.key.root", floors: keyFloors, runsOnTwoThreads: true) { run in
      let model = opaque(NumberByKeyModel())
      return run.measure { model.number }
    },
    Benchmark("read.key.override", floors: keyFloors, runsOnTwoThreads: true) { run in
      withDependencies {
        $0.number = 7
      } operation: {
        let model = opaque(NumberByKeyModel())
        return run.measure { model.number }
      }
    },
    Benchmark(
      "family.read", floors: ["floor.taskLocal", "floor.keyPathArgument"], runsOnTwoThreads: true
    ) { run in
      let model = opaque(ActivityModel())
      return run.measure { model.activity }
    },
  ]
}
