#if os(Linux)
  import Foundation
  import Testing

  /// The bytes of this process that are in memory, once the allocator has given back what it can.
  @Sendable func bytesInUse() -> Int {
    // Without it the size would be the greatest that there was, which is up to how threads are scheduled.
    if let trim = dlsym(nil, "malloc_trim") {
      _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> Int32).self)(0)
    }
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let words = text.split(separator: " ")
    let pages = words.count > 1 ? Int(words[1]) : nil
    #expect(pages != nil)
    return (pages ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// What a process says to have grown by, as "grew by 10 bytes".
  func growth(in output: [UInt8]?) throws -> Int {
    let lines = String(decoding: output ?? [], as: UTF8.self).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("grew by ") })
    return try #require(Int(line.split(separator: " ")[2]))
  }
#endif
