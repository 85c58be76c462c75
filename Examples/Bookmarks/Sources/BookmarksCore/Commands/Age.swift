import Foundation

/// The time between two dates, in one word or two.
struct Age: CustomStringConvertible {
  private let seconds: Double

  init(from start: Date, to end: Date) {
    seconds = end.timeIntervalSince(start)
  }

  var description: String {
    if seconds < 0 { return "not yet" }
    for (length, unit) in Self.units where seconds >= length {
      let count = Int(seconds / length)
      return "\(count) \(unit)\(count == 1 ? "" : "s") ago"
    }
    return "just now"
  }

  private static let units: [(length: Double, name: String)] = [
    (365.25 * 86400, "year"), (30.4375 * 86400, "month"), (86400, "day"), (3600, "hour"),
    (60, "minute"),
  ]
}
