import CommandArguments
import Dependencies
import Foundation

/// Reads the dates of `--as-of`.
enum AsOf {
  /// - Parameter text: A day, of which the last second is meant, or a time in ISO 8601.
  static func date(_ text: String) throws(UsageError) -> Date {
    @Dependency(\.timeZone) var timeZone
    if let date = try? Date(text, strategy: .iso8601) { return date }
    guard let match = text.wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})/) else { throw error(text) }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let day = DateComponents(
      year: Int(match.output.1), month: Int(match.output.2), day: Int(match.output.3))
    guard day.isValidDate(in: calendar), let start = calendar.date(from: day),
      let end = calendar.date(byAdding: .day, value: 1, to: start)
    else { throw error(text) }
    return end.addingTimeInterval(-1)
  }

  private static func error(_ text: String) -> UsageError {
    UsageError(
      "'\(text.singleLine)' is no date; write 2026-05-31, or 2026-05-31T12:00:00Z for a time")
  }
}
