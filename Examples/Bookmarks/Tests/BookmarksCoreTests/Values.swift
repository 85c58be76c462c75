import BookmarksCore
import Foundation

/// A time in UTC, as in `time("2024-05-01T12:00:00Z")`.
func time(_ text: String) throws -> Date {
  try Date(text, strategy: .iso8601)
}

extension Address: ExpressibleByStringLiteral {
  /// An address that is known to be one.
  public init(stringLiteral text: String) {
    guard let address = Address(text) else { preconditionFailure("'\(text)' is no address") }
    self = address
  }
}
