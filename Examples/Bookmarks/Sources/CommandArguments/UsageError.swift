/// Something was typed that the program does not understand.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, in one line, with what was meant if that can be guessed.
  package let description: String

  package init(_ problem: String, suggestion: String? = nil) {
    description = problem + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
  }
}
