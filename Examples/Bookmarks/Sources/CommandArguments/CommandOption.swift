/// An option that a command understands: `--force`, or `--tag TAG`.
package struct CommandOption: Equatable, Sendable {
  /// The name without its dashes.
  package let name: String
  /// What stands for the option's value in the help, or `nil` if it takes none.
  package let value: String?
  /// What it does, in a line.
  package let help: String

  package init(_ name: String, value: String? = nil, help: String) {
    self.name = name
    self.value = value
    self.help = help
  }

  /// The option as it is typed.
  package var synopsis: String {
    value.map { "--\(name) \($0)" } ?? "--\(name)"
  }
}
