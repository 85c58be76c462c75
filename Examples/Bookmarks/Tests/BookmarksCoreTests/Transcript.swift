import BookmarksCore
import Dependencies

/// Remembers what a console was told to write.
final class Transcript: Sendable {
  private let written = LockIsolated("")

  var text: String {
    written.value
  }

  func console(isTerminal: Bool = false) -> Console {
    Console(isTerminal: isTerminal) { text in self.written.withValue { $0 += text } }
  }
}
