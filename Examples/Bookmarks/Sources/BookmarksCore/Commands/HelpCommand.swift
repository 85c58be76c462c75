import CommandArguments
import Dependencies

/// Shows a text: the help of the program or of a command, or the version.
struct HelpCommand: Command {
  static let guide = CommandGuide("help", summary: "Show help", operands: "[COMMAND]")

  private let text: String

  init(text: String) {
    self.text = text
  }

  init(_ arguments: ParsedArguments) throws {
    text =
      arguments.operands.isEmpty
      ? Program.help : try Program.command(named: arguments.operand("COMMAND")).guide.help
  }

  func run() async throws {
    @Dependency(\.console) var console
    try console.print(text)
  }
}
