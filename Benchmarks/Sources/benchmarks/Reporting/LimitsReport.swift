/// What `instructions` prints of an operation, as far as a table of limits needs it.
struct InstructionCount: Decodable {
  let name: String
  let instructions: Double
  let ratio: Double?
  let baselineRatio: Double?
}

/// A table for the documentation: each limit, and how far what was measured is from it.
struct LimitsReport {
  let text: String

  init(_ measurements: [Measurement], _ counts: [InstructionCount]) {
    let measurements = Dictionary(measurements.map { ($0.name, $0) }) { $1 }
    let counts = Dictionary(counts.map { ($0.name, $0) }) { $1 }
    var lines = [
      "| operation | beside | limit | aim | in time | in instructions | ns | instructions |",
      "|---|---|--:|--:|--:|--:|--:|--:|",
    ]
    for limit in Limits.limits {
      let measurement = measurements[limit.name]
      let count = counts[limit.name]
      var time: Double?
      var instructions: Double?
      switch limit.figure {
      case .ratio: (time, instructions) = (measurement?.ratio, count?.ratio)
      case .baseline: (time, instructions) = (measurement?.baselineRatio, count?.baselineRatio)
      case .twoThreads: time = measurement?.ratio
      case .bytes: time = measurement?.ns
      }
      let nanoseconds = measurement.flatMap { $0.unit == .nanoseconds ? Decimals.one($0.ns) : nil }
      let instructionCount = count.map { String(Int($0.instructions.rounded())) }
      let cells: [String] = [
        "`\(limit.name)`", Self.baseline(of: limit, measurement), limit.text(limit.limit),
        limit.text(limit.aim),
        limit.judged(time), limit.judged(instructions),
        nanoseconds ?? "", instructionCount ?? "",
      ]
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    text = lines.joined(separator: "\n")
  }

  private static func baseline(of limit: Limit, _ measurement: Measurement?) -> String {
    let name =
      limit.name.hasSuffix(Measurement.twoThreadsSuffix)
      ? String(limit.name.dropLast(Measurement.twoThreadsSuffix.count)) : limit.name
    guard let benchmark = Suites.benchmarks.first(where: { $0.name == name }) else { return "" }
    switch limit.figure {
    case .ratio:
      let floors = benchmark.floors
      if let first = floors.first, floors.count > 1, floors.allSatisfy({ $0 == first }) {
        return "\(floors.count) × `\(first)`"
      }
      return floors.map { "`\($0)`" }.joined(separator: " + ")
    case .baseline: return benchmark.baseline.map { "`\($0)`" } ?? ""
    case .twoThreads:
      guard let ratio = measurement?.ratio, let other = measurement?.baselineRatio else {
        return "one thread"
      }
      return "one thread (its floors: \(Decimals.two(ratio / other)))"
    case .bytes: return ""
    }
  }
}

extension Limit {
  fileprivate func text(_ number: Double) -> String {
    switch figure {
    case .bytes: "\(Int(number)) bytes"
    case .ratio, .baseline, .twoThreads: Decimals.two(number)
    }
  }

  /// A figure, and in bold if it is beyond the limit.
  fileprivate func judged(_ number: Double?) -> String {
    guard let number else { return "" }
    return holds(for: number) ? text(number) : "**\(text(number))**"
  }
}
