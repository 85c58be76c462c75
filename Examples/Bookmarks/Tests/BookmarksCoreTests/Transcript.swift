import BookmarksCore
import Synchronization

/// Remembers what a console was told to write.
final class Transcript: Sendable {
  private let written = Mutex("")

  var text: String {
    written.withLock { $0 }
  }

  func console(isTerminal: Bool = false) -> Console {
    Console(isTerminal: isTerminal) { text in self.written.withLock { $0 += text } }
  }
}
