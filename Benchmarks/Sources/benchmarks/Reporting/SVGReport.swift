/// A picture: a bar for each operation, and below it a bar for its floor. Each group of names has a scale of its own.
struct SVGReport {
  let text: String

  private static let width = 860.0
  private static let barStart = 240.0
  private static let barLimit = 420.0
  private static let rowHeight = 34.0
  private static let headerHeight = 36.0

  init(_ measurements: [Measurement]) {
    let drawn = measurements.filter { $0.floor != nil }
    var body: [String] = []
    var y = 56.0
    for group in Self.groups(of: drawn) {
      body.append(#"<text class="group" x="20" y="\#(Self.text(y + 22))">\#(group.title)</text>"#)
      y += Self.headerHeight
      let longest = group.measurements.flatMap { [$0.ns, $0.floor ?? 0] }.max() ?? 1
      for measurement in group.measurements {
        body += Self.row(of: measurement, at: y, scale: Self.barLimit / longest)
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

  private static func groups(
    of measurements: [Measurement]
  ) -> [(title: String, measurements: [Measurement])] {
    var groups: [(title: String, measurements: [Measurement])] = []
    for measurement in measurements {
      let subject = String(measurement.name.prefix { $0 != "." })
      let title =
        measurement.isTwoThreads
        ? "Two threads together, and one alone"
        : subject.prefix(1).uppercased() + subject.dropFirst()
      if groups.last?.title == title {
        groups[groups.count - 1].measurements.append(measurement)
      } else {
        groups.append((title, [measurement]))
      }
    }
    return groups
  }

  private static func row(
    of measurement: Measurement, at y: Double, scale: Double
  ) -> [String] {
    let floor = measurement.floor ?? 0
    let ratio = Decimals.two(measurement.ratio ?? 0)
    let note =
      measurement.isTwoThreads ? "\(ratio) times as many" : "\(ratio) times the floor"
    let end = barStart + max(measurement.ns, floor) * scale
    return [
      #"<text x="\#(text(barStart - 10))" y="\#(text(y + 14))" text-anchor="end">\#(measurement.name)</text>"#,
      bar("ours", at: y, height: 14, length: measurement.ns * scale),
      bar("floor", at: y + 15, height: 8, length: floor * scale),
      #"<text x="\#(text(end + 8))" y="\#(text(y + 12))">\#(Decimals.one(measurement.ns))"#
        + #" <tspan class="note">\#(note)</tspan></text>"#,
    ]
  }

  private static func bar(
    _ kind: String, at y: Double, height: Double, length: Double
  ) -> String {
    #"<rect class="\#(kind)" x="\#(text(barStart))" y="\#(text(y))" width="\#(text(max(length, 1)))" height="\#(text(height))"/>"#
  }

  private static func text(_ number: Double) -> String { Decimals.one(number) }
}
