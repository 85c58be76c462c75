/// A table for people.
struct TextReport {
  let text: String

  init(_ measurements: [Measurement]) {
    var lines = [["", "ns", "min", "max", "floor", "ratio", ""]]
    for measurement in measurements {
      var note = ""
      if measurement.unit == .bytes { note = "bytes" }
      if measurement.isTwoThreads {
        note = "as much as one thread"
        if let ratio = measurement.baselineRatio {
          note += "; \(Decimals.two(ratio)) times what its floors do"
        }
      } else if let baseline = measurement.baseline, let ratio = measurement.baselineRatio {
        note = "\(Decimals.two(ratio)) times \(baseline)"
      }
      lines.append([
        measurement.name,
        measurement.unit == .bytes
          ? "\(Int(measurement.ns))" : Decimals.one(measurement.ns),
        measurement.min.map(Decimals.one) ?? "",
        measurement.max.map(Decimals.one) ?? "",
        measurement.floor.map(Decimals.one) ?? "",
        measurement.ratio.map(Decimals.two) ?? "",
        note,
      ])
    }
    let widths = (0..<6).map { column in lines.map { $0[column].count }.max() ?? 0 }
    text = lines.map { line in
      var cells = [line[0] + String(repeating: " ", count: widths[0] - line[0].count)]
      for column in 1..<6 {
        cells.append(
          String(repeating: " ", count: widths[column] - line[column].count) + line[column])
      }
      if !line[6].isEmpty { cells.append(line[6]) }
      return cells.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
