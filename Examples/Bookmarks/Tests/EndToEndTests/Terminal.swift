import Foundation

/// A pseudo-terminal: what a child process writes to it can be read here.
final class Terminal: Sendable {
  struct Unavailable: Error {}

  private let main: Int32
  /// What the child is given as its standard output.
  let child: FileHandle

  init() throws {
    main = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard main >= 0, let name = Self.name(of: main),
      let child = FileHandle(forUpdatingAtPath: name)
    else { throw Unavailable() }
    self.child = child
  }

  deinit {
    close(main)
  }

  /// Unlocks the child's side of a terminal.
  ///
  /// - Returns: Its path.
  private static func name(of main: Int32) -> String? {
    #if os(Linux)
      // grantpt(3) and its like are not in the module that Swift makes of the C library; this is what
      // they do: TIOCSPTLCK with 0, and TIOCGPTN.
      var isLocked: Int32 = 0
      var number: Int32 = 0
      guard ioctl(main, 0x4004_5431, &isLocked) == 0, ioctl(main, 0x8004_5430, &number) == 0 else {
        return nil
      }
      return "/dev/pts/\(number)"
    #else
      guard grantpt(main) == 0, unlockpt(main) == 0, let name = ptsname(main) else { return nil }
      return String(cString: name)
    #endif
  }

  /// Reads until `text` was written, or until every child has closed the terminal.
  ///
  /// - Returns: Everything that was read.
  func read(until text: String? = nil) async -> String {
    let main = main
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
          if let text, String(decoding: data, as: UTF8.self).contains(text) { break }
          let count = Foundation.read(main, &buffer, buffer.count)
          // At the end, Linux reports an error and others report no bytes.
          guard count > 0 else { break }
          data += buffer[..<count]
        }
        continuation.resume(returning: String(decoding: data, as: UTF8.self))
      }
    }
  }
}
