/// A picture: a bar for each operation, and below it a bar for its floor. Each group of names has a scale of its own; that of
/// two threads is how many times as many operations they do.
struct SVGReport {
  let text: String

  private static let width = 860.0
  private static let barStart = 240.0
  private static let barLimit = 400.0
  private static let rowHeight = 34.0
  private static let headerHeight = 36.0

  init(_ measurements: [Measurement]) {
    let drawn = measurements.compactMap(Row.init)
    var body: [String] = []
    var y = 56.0
    for group in Self.groups(of: drawn) {
      body.append(#"<text class="group" x="20" y="\#(Self.text(y + 22))">\#(group.title)</text>"#)
      y += Self.headerHeight
      let longest = group.rows.flatMap { [$0.length, $0.floor ?? 0] }.max() ?? 1
      for row in group.rows {
        body += Self.draw(row, at: y, scale: Self.barLimit / longest)
        y += Self.rowHeight
      }
    }
    let height = Self.text(y + 16)
    let head = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.text(Self.width)) \(height)" \
      width="\(Self.text(Self.width))" height="\(height)" font-family="system-ui, sans-serif" \
      font-size="12" role="img" aria-label="Operations and their floors">
      <style>
        .page { fill: #ffffff } text { fill: #1f2328 } .title { font-size: 16px; font-weight: 600 }
        .group { font-size: 13px; font-weight: 600 } .ours { fill: #0b6bcb } .floor { fill: #a6adb8 }
        .note { fill: #57606a }
        @media (prefers-color-scheme: dark) {
          .page { fill: #0d1117 } text { fill: #e6edf3 } .ours { fill: #4493f8 } .floor { fill: #6e7681 }
          .note { fill: #9198a1 }
        }
      </style>
      <rect class="page" width="100%" height="100%"/>
      <text class="title" x="20" y="30">Nanoseconds, and the floor beneath</text>
      <rect class="ours" x="560" y="20" width="12" height="12"/><text x="578" y="30">operation</text>
      <rect class="floor" x="660" y="20" width="12" height="12"/><text x="678" y="30">floor</text>
      """
    text = ([head] + body + ["</svg>"]).joined(separator: "\n")
  }

  /// What is drawn of a measurement: none of one that has nothing beside it.
  private struct Row {
    let group: String
    let name: String
    let length: Double
    let floor: Double?
    let figure: String
    let note: String

    init?(_ measurement: Measurement) {
      guard let floor = measurement.floor, let ratio = measurement.ratio else { return nil }
      if measurement.isTwoThreads {
        group = "Two threads: operations for each one that a single thread does"
        name = String(measurement.name.dropLast(Measurement.twoThreadsSuffix.count))
        length = ratio
        self.floor = measurement.baselineRatio.map { ratio / $0 }
        figure = Decimals.two(ratio)
        note = self.floor.map { "where the floors do \(Decimals.two($0))" } ?? ""
      } else {
        let subject = String(measurement.name.prefix { $0 != "." })
        group = subject.prefix(1).uppercased() + subject.dropFirst()
        name = measurement.name
        length = measurement.ns
        self.floor = floor
        figure = Decimals.one(measurement.ns)
        note = "\(Decimals.two(ratio)) times the floor"
      }
    }
  }

  private static func groups(of rows: [Row]) -> [(title: String, rows: [Row])] {
    var groups: [(title: String, rows: [Row])] = []
    for row in rows {
      if groups.last?.title == row.group {
        groups[groups.count - 1].rows.append(row)
      } else {
        groups.append((row.group, [row]))
      }
    }
    return groups
  }

  private static func draw(_ row: Row, at y: Double, scale: Double) -> [String] {
    let end = barStart + max(row.length, row.floor ?? 0) * scale
    return [
      #"<text x="\#(text(barStart - 10))" y="\#(text(y + 14))" text-anchor="end">\#(row.name)</text>"#,
      bar("ours", at: y, height: 14, length: row.length * scale),
      row.floor.map { bar("floor", at: y + 15, height: 8, length: $0 * scale) } ?? "",
      #"<text x="\#(text(end + 8))" y="\#(text(y + 12))">\#(row.figure)"#
        + #" <tspan class="note">\#(row.note)</tspan></text>"#,
    ].filter { !$0.isEmpty }
  }

  private static func bar(
    _ kind: String, at y: Double, height: Double, length: Double
  ) -> String {
    #"<rect class="\#(kind)" x="\#(text(barStart))" y="\#(text(y))" width="\#(text(max(length, 1)))" height="\#(text(height))"/>"#
  }

  private static func text(_ number: Double) -> String { Decimals.one(number) }
}
