/// What is reported of one name.
struct Measurement: Codable {
  enum Unit: String, Codable {
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
  /// What it should cost no more than, and how many times that it takes; for two threads, its floors on two threads, and how
  /// its ratio compares with theirs.
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
      guard let own = samples[benchmark.name] else { continue }
      let one = Statistics(own.wall).median
      var measurement = Measurement(
        name: benchmark.name + twoThreadsSuffix, Statistics(own.twoThreads))
      measurement.floor = one
      measurement.ratio = one / measurement.ns
      if let floors = twoThreadsRatio(of: benchmark.floors, from: samples),
        let ratio = measurement.ratio
      {
        measurement.baseline =
          benchmark.floors.map { $0 + twoThreadsSuffix }.joined(separator: " + ")
        measurement.baselineRatio = ratio / floors
      }
      result.append(measurement)
    }
    result += sizes.map { Measurement(name: $0.name, ns: Double($0.bytes), unit: .bytes) }
    return result
  }

  /// How many times as many operations two threads do as one, for the sum of some benchmarks.
  private static func twoThreadsRatio(
    of names: [String], from samples: [String: Sampling.Samples]
  ) -> Double? {
    let parts = names.compactMap { samples[$0] }.filter { !$0.twoThreads.isEmpty }
    guard !parts.isEmpty, parts.count == names.count else { return nil }
    let one = parts.map { Statistics($0.wall).median }.reduce(0, +)
    return one / parts.map { Statistics($0.twoThreads).median }.reduce(0, +)
  }

  private init(name: String, _ statistics: Statistics) {
    self.init(
      name: name, ns: statistics.median, unit: .nanoseconds, min: statistics.min,
      max: statistics.max)
  }
}

extension Measurement {
  /// Every object has a floor and a ratio, if only null, so that a reader need not ask.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(ns, forKey: .ns)
    try container.encode(unit, forKey: .unit)
    try container.encode(floor, forKey: .floor)
    try container.encode(ratio, forKey: .ratio)
    try container.encodeIfPresent(min, forKey: .min)
    try container.encodeIfPresent(max, forKey: .max)
    try container.encodeIfPresent(baseline, forKey: .baseline)
    try container.encodeIfPresent(baselineRatio, forKey: .baselineRatio)
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
