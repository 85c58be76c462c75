/// Everything that is measured. A new subject is a file beside this one, and a line here.
enum Suites {
  static let benchmarks: [Benchmark] =
    Floors.benchmarks
    + Reads.benchmarks
    + Scopes.benchmarks
    + Models.benchmarks
    + Containers.benchmarks

  static let sizes: [Size] = Sizes.sizes

  /// The benchmarks whose names contain a text, and what they are compared with.
  static func benchmarks(matching filter: String?) -> [Benchmark] {
    guard let filter else { return benchmarks }
    var names = Set(benchmarks.filter { $0.matches(filter) }.map(\.name))
    guard !names.isEmpty else { return [] }
    names.insert(Floors.loop.name)
    for benchmark in benchmarks.reversed() where names.contains(benchmark.name) {
      names.formUnion(benchmark.floors)
      if let baseline = benchmark.baseline { names.insert(baseline) }
    }
    return benchmarks.filter { names.contains($0.name) }
  }
}

extension Benchmark {
  fileprivate func matches(_ filter: String) -> Bool {
    name.contains(filter)
      || runsOnTwoThreads && (name + Measurement.twoThreadsSuffix).contains(filter)
  }
}
