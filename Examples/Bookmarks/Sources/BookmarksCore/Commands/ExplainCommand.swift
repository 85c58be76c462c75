import CommandArguments
import Dependencies

/// Shows where the program's dependencies come from, in the place of a command.
struct ExplainCommand: Command {
  static let guide = CommandGuide("explain", summary: "Show where the dependencies come from")
  static let option = CommandOption(
    "explain", help: "Run nothing, and show where the dependencies come from")

  init() {}

  init(_ arguments: ParsedArguments) throws {}

  func run() async throws {
    @Dependency(\.console) var console
    for (name, explanation) in [
      ("console", explainDependency(\.console)),
      ("date", explainDependency(\.date)),
      ("defaultDatabase", explainDependency(\.defaultDatabase)),
      ("pageClient", explainDependency(\.pageClient)),
      ("uuid", explainDependency(\.uuid)),
    ] {
      try console.print("\(name): \(explanation)")
    }
  }
}
