/// The names of the folders that lead to a bookmark, outermost first.
///
/// It is written `Programming/Swift`; a slash or backslash in a name has a backslash in front.
package struct FolderPath: Hashable, Sendable, CustomStringConvertible, ExpressibleByArrayLiteral {
  package let names: [String]

  package init(names: [String]) {
    self.names = names
  }

  package init(arrayLiteral names: String...) {
    self.names = names
  }

  /// Reads a path as ``description`` writes it. Empty names are left out.
  package init(parsing text: String) {
    var names = [""]
    var isEscaped = false
    for character in text {
      switch character {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "/" where !isEscaped:
        names.append("")
      default:
        names[names.count - 1].append(character)
      }
      isEscaped = false
    }
    self.names = names.map(\.singleLine).filter { !$0.isEmpty }
  }

  package var description: String {
    names.map { $0.replacing("\\", with: "\\\\").replacing("/", with: "\\/") }
      .joined(separator: "/")
  }
}
