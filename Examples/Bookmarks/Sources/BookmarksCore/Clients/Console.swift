package import Dependencies
import Foundation

/// Where the program writes what was asked for.
package struct Console: Sendable {
  /// Writes to standard output.
  package var write: @Sendable (_ text: String) throws -> Void
  /// Whether somebody watches, on a terminal that can move its cursor.
  package var isTerminal: Bool

  package init(isTerminal: Bool = false, write: @escaping @Sendable (_ text: String) throws -> Void)
  {
    self.isTerminal = isTerminal
    self.write = write
  }

  /// Writes a line.
  package func print(_ line: String = "") throws {
    try write(line + "\n")
  }

  /// Shows a line that the next one replaces, if somebody watches.
  package func showProgress(_ line: String) throws {
    if isTerminal { try write("\r\u{1b}[K" + line) }
  }
}

extension DependencyValues {
  /// Where the program writes what was asked for.
  package var console: Console {
    get { self[Console.self] }
    set { self[Console.self] = newValue }
  }
}

extension Console: DependencyKey {
  package static var liveValue: Console {
    let isTerminal =
      isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    return Console(isTerminal: isTerminal) { text in
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
  }

  package static var testValue: Console {
    Console(write: unimplemented("Console.write"))
  }
}
