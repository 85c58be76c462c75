extension String {
  /// The lines of the text behind so many spaces, empty ones as they are.
  func indented(by width: Int = 2) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : String(repeating: " ", count: width) + $0 }
      .joined(separator: "\n")
  }
}
