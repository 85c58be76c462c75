import Foundation

/// A line on standard error that says how far a run is, where that is a terminal.
struct Progress {
  private let total: Int
  private let isShown = isatty(FileHandle.standardError.fileDescriptor) == 1

  init(of total: Int) { self.total = total }

  func show(_ done: Int) { write("\rsample \(done + 1) of \(total)") }

  func clear() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    if isShown { FileHandle.standardError.write(Data(text.utf8)) }
  }
}
