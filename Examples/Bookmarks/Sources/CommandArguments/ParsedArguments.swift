/// What was typed, told apart: options with their values, and the operands in order.
package struct ParsedArguments: Equatable, Sendable {
  /// What is neither an option nor the value of one.
  package private(set) var operands: [String] = []
  private var given: [String: [String]] = [:]

  package init() {}

  /// Reads arguments.
  ///
  /// An option and its value are two arguments or one, as in `--tag TAG` and `--tag=TAG`. After `--`
  /// all arguments are operands.
  ///
  /// - Parameters:
  ///   - arguments: What was typed.
  ///   - options: The options that are understood.
  /// - Throws: ``UsageError`` for an option that is unknown, lacks its value or takes none.
  package init(_ arguments: some Sequence<String>, options: [CommandOption]) throws(UsageError) {
    var iterator = arguments.makeIterator()
    while let argument = iterator.next() {
      if argument == "--" {
        while let operand = iterator.next() { operands.append(operand) }
      } else if argument.hasPrefix("--") || (argument.hasPrefix("-") && argument != "-") {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let option = try Self.option(String(parts[0]), among: options)
        given[option.name, default: []].append(
          try Self.value(of: option, attached: parts.dropFirst().first.map(String.init)) {
            iterator.next()
          })
      } else {
        operands.append(argument)
      }
    }
  }

  /// Whether an option was given.
  package func contains(_ option: String) -> Bool {
    given[option] != nil
  }

  /// The value that an option was given last.
  package func value(_ option: String) -> String? {
    given[option]?.last
  }

  /// All values that an option was given, in order.
  package func values(_ option: String) -> [String] {
    given[option] ?? []
  }

  private static func option(
    _ argument: String, among options: [CommandOption]
  ) throws(UsageError) -> CommandOption {
    let name = argument == "-h" ? "help" : String(argument.dropFirst(2))
    guard argument.hasPrefix("--") || argument == "-h",
      let option = options.first(where: { $0.name == name })
    else {
      let suggestion = Suggestion.closest(to: argument, among: options.map { "--\($0.name)" })
      throw UsageError("unknown option '\(argument)'", suggestion: suggestion)
    }
    return option
  }

  private static func value(
    of option: CommandOption, attached: String?, next: () -> String?
  ) throws(UsageError) -> String {
    switch (option.value, attached) {
    case (nil, nil):
      return ""
    case (nil, .some):
      throw UsageError("the option '--\(option.name)' takes no value")
    case (.some, .some(let value)):
      return value
    case (.some(let placeholder), nil):
      guard let value = next() else {
        throw UsageError(
          "the option '--\(option.name)' needs a value: --\(option.name) \(placeholder)")
      }
      return value
    }
  }
}
