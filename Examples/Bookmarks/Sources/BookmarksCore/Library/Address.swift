package import Foundation

/// The address of a bookmark: a URL of any kind, written so that equal ones are equal text.
package struct Address: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// - Parameter text: What stands in a file, or what was typed.
  /// - Returns: `nil` if there is no scheme such as `https:` in front, or nothing behind it.
  package init?(_ text: String) {
    let text = String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isControl }))
      .trimmingCharacters(in: .whitespaces)
    guard let match = text.wholeMatch(of: /([A-Za-z][A-Za-z0-9+.\-]*):(\/\/)?([^\/?#]*)(.*)/)
    else { return nil }
    let (_, scheme, slashes, authority, rest) = match.output
    guard !authority.isEmpty || !rest.isEmpty else { return nil }
    guard slashes != nil else {
      description = "\(scheme.lowercased()):\(authority)\(rest)"
      return
    }
    let isWeb = ["http", "https"].contains(scheme.lowercased())
    guard !isWeb || !authority.isEmpty else { return nil }
    let credentials = authority.lastIndex(of: "@").map { authority[...$0] } ?? ""
    let host = authority.dropFirst(credentials.count).lowercased()
    let path = isWeb && !rest.hasPrefix("/") ? "/\(rest)" : String(rest)
    description = "\(scheme.lowercased())://\(credentials)\(host)\(path)"
  }

  /// The page that it is the address of, or `nil` if it is not on the web.
  package var page: URL? {
    guard description.hasPrefix("http://") || description.hasPrefix("https://") else { return nil }
    return URL(string: description)
  }
}

extension String {
  /// The text in one line that does nothing to a terminal: runs of white space and of control
  /// characters are one space, and none is left at the ends.
  package var singleLine: String {
    unicodeScalars.split { $0.isControl || $0.properties.isWhitespace }
      .map { String(String.UnicodeScalarView($0)) }
      .joined(separator: " ")
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    properties.generalCategory == .control
  }
}
