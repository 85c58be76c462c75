import CBenchmarkSupport

/// Times benchmarks in turn: one sample of each, then the next of each, so that whatever disturbs the machine for a while
/// disturbs operations and floors alike.
struct Sampling {
  let benchmarks: [Benchmark]
  let repetitions: Int

  /// How long a sample takes, in nanoseconds: long against the clock's resolution, short against a time slice.
  private static let sampleTime: UInt64 = 3_000_000

  struct Samples {
    /// Nanoseconds of the thread's own time for each operation.
    var thread: [Double] = []
    /// Nanoseconds that passed for each operation.
    var wall: [Double] = []
    /// The same while two threads repeat the operation, for each operation of either.
    var twoThreads: [Double] = []
  }

  /// - Parameter progress: Called with the number of repetitions that are done, before each.
  func samples(progress: (Int) -> Void) throws -> [String: Samples] {
    var samples: [String: Samples] = [:]
    let counts = benchmarks.map(Self.count)
    for repetition in 0..<repetitions {
      progress(repetition)
      for (benchmark, count) in zip(benchmarks, counts) {
        let timing = benchmark.body(Run(count: count))
        samples[benchmark.name, default: Samples()].thread
          .append(Double(timing.threadTime) / Double(count))
        samples[benchmark.name]?.wall.append(Double(timing.wallTime) / Double(count))
        guard benchmark.runsOnTwoThreads else { continue }
        let timings = try TwoThreads.run(benchmark, count: count)
        let passed =
          max(timings.0.ended, timings.1.ended) - min(timings.0.started, timings.1.started)
        samples[benchmark.name]?.twoThreads.append(Double(passed) / Double(2 * count))
      }
    }
    return samples
  }

  /// The number of operations that fills a sample. The first run is left out, since it makes what later ones find.
  private static func count(for benchmark: Benchmark) -> Int {
    _ = benchmark.body(Run(count: 1))
    var count = 1
    while true {
      let time = benchmark.body(Run(count: count)).threadTime
      if time >= sampleTime / 4 {
        return max(1, Int(Double(count) * Double(sampleTime) / Double(time)))
      }
      count *= 2
    }
  }
}

/// Runs a benchmark on two threads that start together, each with a setting of its own.
///
/// Each thread writes the timing at its own index, and they are read when both are done.
struct TwoThreads {
  private let benchmark: Benchmark
  private let run: Run
  private var timings = (Timing(), Timing())

  struct CannotStart: Error, CustomStringConvertible {
    let code: Int32
    var description: String {
      "two threads cannot be started on cores of their own (error \(code))"
    }
  }

  static func run(_ benchmark: Benchmark, count: Int) throws(CannotStart) -> (Timing, Timing) {
    var threads = TwoThreads(
      benchmark: benchmark, run: Run(count: count, start: .together(StartLine())))
    let code = withUnsafeMutablePointer(to: &threads) { threads in
      benchmark_on_two_threads(
        { context, index in
          let threads = context.assumingMemoryBound(to: TwoThreads.self)
          let timing = threads.pointee.benchmark.body(threads.pointee.run)
          if index == 0 {
            threads.pointee.timings.0 = timing
          } else {
            threads.pointee.timings.1 = timing
          }
        }, threads)
    }
    guard code == 0 else { throw CannotStart(code: code) }
    return threads.timings
  }

  private init(benchmark: Benchmark, run: Run) {
    self.benchmark = benchmark
    self.run = run
  }
}
