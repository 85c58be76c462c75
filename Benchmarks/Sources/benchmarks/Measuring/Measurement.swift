/// What is reported of one name.
struct Measurement: Encodable {
  enum Unit: String, Encodable {
    case nanoseconds = "ns"
    case bytes
  }

  let name: String
  /// The median; bytes where `unit` says so.
  let ns: Double
  let unit: Unit
  var min: Double?
  var max: Double?
  /// The sum of the floors' medians; for two threads, what one thread takes.
  var floor: Double?
  /// How many times its floor it takes; for two threads, how many times as many operations they do as one.
  var ratio: Double?
  /// What it should cost no more than, and how many times that it takes.
  var baseline: String?
  var baselineRatio: Double?

  var isTwoThreads: Bool { name.hasSuffix(Self.twoThreadsSuffix) }
  var isFloor: Bool { name.hasPrefix("floor.") }

  static let twoThreadsSuffix = ".2threads"
}

extension Measurement {
  static func all(
    of benchmarks: [Benchmark], sizes: [Size], from samples: [String: Sampling.Samples]
  ) -> [Measurement] {
    let loop = samples[Floors.loop.name].map { Statistics($0.thread).median } ?? 0
    var singles: [String: Measurement] = [:]
    var result: [Measurement] = []
    for benchmark in benchmarks where benchmark.name != Floors.loop.name {
      guard let samples = samples[benchmark.name] else { continue }
      let statistics = Statistics(samples.thread.map { $0 - loop })
      var measurement = Measurement(name: benchmark.name, statistics)
      let floors = benchmark.floors.compactMap { singles[$0]?.ns }
      if !floors.isEmpty, floors.count == benchmark.floors.count {
        let floor = floors.reduce(0, +)
        measurement.floor = floor
        measurement.ratio = measurement.ns / floor
      }
      if let baseline = benchmark.baseline, let other = singles[baseline] {
        measurement.baseline = baseline
        measurement.baselineRatio = measurement.ns / other.ns
      }
      singles[benchmark.name] = measurement
      result.append(measurement)
    }
    for benchmark in benchmarks where benchmark.runsOnTwoThreads {
      guard let samples = samples[benchmark.name] else { continue }
      let one = Statistics(samples.wall).median
      var measurement = Measurement(
        name: benchmark.name + twoThreadsSuffix, Statistics(samples.twoThreads))
      measurement.floor = one
      measurement.ratio = one / measurement.ns
      result.append(measurement)
    }
    result += sizes.map { Measurement(name: $0.name, ns: Double($0.bytes), unit: .bytes) }
    return result
  }

  private init(name: String, _ statistics: Statistics) {
    self.init(
      name: name, ns: statistics.median, unit: .nanoseconds, min: statistics.min,
      max: statistics.max)
  }
}

struct Statistics {
  let median: Double
  let min: Double
  let max: Double

  /// - Parameter samples: At least one.
  init(_ samples: [Double]) {
    let sorted = samples.sorted()
    let middle = sorted.count / 2
    median =
      sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    min = sorted[0]
    max = sorted[sorted.count - 1]
  }
}
