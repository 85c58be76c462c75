/// An operation that is timed.
struct Benchmark: Sendable {
  let name: String
  /// What the operation cannot do without, each a benchmark of its own.
  let floors: [String]
  /// A benchmark of ours that this one should cost no more than.
  let baseline: String?
  /// Whether it is also run on two threads at once.
  let runsOnTwoThreads: Bool
  /// Sets up what the operation needs, and hands the operation to ``Run/measure(_:)``.
  let body: @Sendable (Run) -> Timing

  init(
    _ name: String,
    floors: [String] = [],
    baseline: String? = nil,
    runsOnTwoThreads: Bool = false,
    body: @escaping @Sendable (Run) -> Timing
  ) {
    self.name = name
    self.floors = floors
    self.baseline = baseline
    self.runsOnTwoThreads = runsOnTwoThreads
    self.body = body
  }
}

/// A number of bytes, reported among the benchmarks.
struct Size: Sendable {
  let name: String
  let bytes: Int
}
