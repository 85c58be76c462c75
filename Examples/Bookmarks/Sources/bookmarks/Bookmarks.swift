import BookmarksCore
import CommandArguments
import Dependencies
import DependencyContainer
import Foundation
import SQLite

/// The composition root: here, and nowhere else, it is decided what the dependencies are.
@main
enum Bookmarks {
  static func main() async {
    do {
      let program = try Program(Array(CommandLine.arguments.dropFirst()))
      let library = try LibraryLocation.path(
        user: program.user ?? NSUserName(), environment: ProcessInfo.processInfo.environment,
        home: NSHomeDirectory())

      let container = Container()
      Assembler(container: container).apply(assembly: BookmarksCoreAssembly())

      prepareDependencies {
        $0.container = container
        $0.defaultDatabase = .library(at: .file(library))
        if let date = program.asOf { $0.date = .constant(date) }
      }

      try await program.command.run()
    } catch {
      exit(report(error))
    }
  }

  /// Tells what went wrong on standard error.
  ///
  /// - Returns: The status to end with.
  private static func report(_ error: any Error) -> Int32 {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    return error is UsageError || error is CommandUsageError ? EX_USAGE : EXIT_FAILURE
  }
}
