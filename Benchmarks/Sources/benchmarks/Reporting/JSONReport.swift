import Foundation

/// An array of objects for programs.
struct JSONReport {
  let text: String

  init(_ measurements: [Measurement]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let rounded = measurements.map { measurement in
      Measurement(
        name: measurement.name, ns: Decimals.rounded(measurement.ns), unit: measurement.unit,
        min: measurement.min.map(Decimals.rounded), max: measurement.max.map(Decimals.rounded),
        floor: measurement.floor.map(Decimals.rounded),
        ratio: measurement.ratio.map(Decimals.rounded), baseline: measurement.baseline,
        baselineRatio: measurement.baselineRatio.map(Decimals.rounded))
    }
    text = String(decoding: try encoder.encode(rounded), as: UTF8.self)
  }
}
