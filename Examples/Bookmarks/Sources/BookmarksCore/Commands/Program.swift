import CommandArguments
package import Foundation

/// What was asked of the program: a command, and for which user and which day.
package struct Program: Sendable {
  /// The version that `--version` shows.
  package static let version = "1.0.0"

  static let commands: [any Command.Type] = [
    AddCommand.self, ListCommand.self, SearchCommand.self, TagCommand.self, RemoveCommand.self,
    ImportCommand.self, ExportCommand.self, DemoCommand.self,
  ]

  /// The options that every command understands.
  static let options = [
    CommandOption(
      "user", value: "NAME", help: "Whose library to use (by default, that of the login name)"),
    CommandOption(
      "as-of", value: "DATE",
      help: "Act as on this day (2026-05-31) or at this time (2026-05-31T12:00:00Z)"),
    ExplainCommand.option,
    CommandOption("version", help: "Show the version"),
    CommandOption("help", help: "Show this help"),
  ]

  package let command: any Command
  /// The user whose library it is about, if one was named.
  package let user: String?
  /// The time that is to be taken for now.
  package let asOf: Date?

  /// Understands what was typed after the program's name.
  ///
  /// - Throws: `UsageError`.
  package init(_ arguments: [String]) throws {
    let (type, rest) = try Self.command(arguments)
    let parsed: ParsedArguments
    do {
      parsed = try ParsedArguments(rest, options: (type?.guide.options ?? []) + Self.options)
      if parsed.contains("help") {
        command = HelpCommand(text: type?.guide.help ?? Self.help)
      } else if parsed.contains("version") {
        command = HelpCommand(text: Self.version)
      } else if parsed.contains("explain") {
        command = ExplainCommand()
      } else {
        command = try type?.init(parsed) ?? HelpCommand(parsed)
      }
    } catch let error as UsageError {
      throw CommandUsageError(error, of: type?.guide)
    }
    user = parsed.value("user")
    asOf = try parsed.value("as-of").map { try AsOf.date($0) }
  }

  /// The general help.
  static var help: String {
    """
    A library of bookmarks that imports and exports the files of browsers.

    Usage: bookmarks COMMAND [OPTION...]

    Commands:
    \(CommandOption.table(commands.map { ($0.guide.name, $0.guide.summary) }))

    Options of all commands:
    \(CommandOption.table(options))

    Start with 'bookmarks demo'. 'bookmarks COMMAND --help' tells more about a command.
    """
  }

  static func command(named name: String) throws(UsageError) -> any Command.Type {
    if let command = commands.first(where: { $0.guide.name == name }) { return command }
    throw UsageError(
      "unknown command '\(name.singleLine)'",
      suggestion: Suggestion.closest(to: name, among: commands.map { $0.guide.name } + ["help"]))
  }

  /// Finds the command's name, which may stand behind options, and what else was typed.
  private static func command(
    _ arguments: [String]
  ) throws -> (command: (any Command.Type)?, rest: [String]) {
    var index = 0
    while index < arguments.count, arguments[index].hasPrefix("-"), arguments[index] != "--" {
      let takesValue = options.contains { $0.value != nil && "--\($0.name)" == arguments[index] }
      index += takesValue ? 2 : 1
    }
    guard index < arguments.count else { return (nil, arguments) }
    var rest = arguments
    let name = rest.remove(at: index)
    return (name == "help" ? nil : try command(named: name), rest)
  }
}

/// A usage error, with the line that shows how the command is typed.
package struct CommandUsageError: Error, CustomStringConvertible {
  package let description: String

  init(_ error: UsageError, of guide: CommandGuide?) {
    let command = guide.map { "bookmarks \($0.name)" } ?? "bookmarks"
    let usage = guide?.usage ?? "Usage: bookmarks COMMAND [OPTION...]"
    description = "\(error)\n\(usage)\n  See '\(command) --help' for more."
  }
}
