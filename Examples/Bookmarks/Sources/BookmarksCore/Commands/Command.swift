package import CommandArguments

/// Something that the program can be asked to do.
package protocol Command: Sendable {
  static var guide: CommandGuide { get }
  /// - Throws: `UsageError` if the arguments make no sense.
  init(_ arguments: ParsedArguments) throws
  func run() async throws
}

/// What the help says about a command.
package struct CommandGuide: Sendable {
  package let name: String
  /// What it does, in a line.
  package let summary: String
  /// What it takes besides options, as in `URL TAG...`.
  package let operands: String
  package let options: [CommandOption]
  /// What else one should know.
  package let discussion: String

  package init(
    _ name: String, summary: String, operands: String = "", options: [CommandOption] = [],
    discussion: String = ""
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.discussion = discussion
  }

  /// The line that shows how the command is typed.
  package var usage: String {
    "Usage: bookmarks \(name)\(operands.isEmpty ? "" : " \(operands)") [OPTION...]"
  }

  package var help: String {
    let options = CommandOption.table(options + Program.options)
    return [summary + ".", usage, discussion, "Options:\n\(options)"]
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}

extension CommandOption {
  /// One option a line, what it does in a column of its own.
  static func table(_ options: [CommandOption]) -> String {
    table(options.map { ($0.synopsis, $0.help) })
  }

  static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { left, right in
      "  \(left)\(String(repeating: " ", count: width - left.count + 2))\(right)"
    }.joined(separator: "\n")
  }
}

extension ParsedArguments {
  /// The only operand.
  func operand(_ name: String) throws(UsageError) -> String {
    guard let first = operands.first else { throw UsageError("\(name) is missing") }
    guard operands.count == 1 else {
      throw UsageError("'\(operands[1].singleLine)' is one argument too many")
    }
    return first
  }

  func requireNoOperands() throws(UsageError) {
    guard let first = operands.first else { return }
    throw UsageError("'\(first.singleLine)' is one argument too many")
  }
}
