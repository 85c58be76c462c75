#if os(Linux)
  import Foundation
  import Testing

  /// The bytes that this process has asked the allocator for and not given back.
  ///
  /// The size of the process would not do: how much of what was given back stays with the process is up to how its threads are
  /// scheduled, and Thread Sanitizer keeps notes beside every byte that was ever used.
  @Sendable func bytesInUse() -> Int {
    if let allocated = dlsym(nil, "__sanitizer_get_current_allocated_bytes") {
      return unsafeBitCast(allocated, to: (@convention(c) () -> Int).self)()
    }
    let report = allocatorReport()
    // The last elements stand for all arenas: the memory of the system that they have, with what is free of it, and what is mapped.
    let system = size(of: "<system type=\"current\"", in: report)
    let mapped = size(of: "<total type=\"mmap\"", in: report)
    let free =
      size(of: "<total type=\"fast\"", in: report) + size(of: "<total type=\"rest\"", in: report)
    #expect(system > 0)
    return system + mapped - free
  }

  /// What glibc's `malloc_info` writes.
  private func allocatorReport() -> String {
    var text: UnsafeMutablePointer<CChar>?
    var count = 0
    guard let report = dlsym(nil, "malloc_info"), let file = open_memstream(&text, &count) else {
      return ""
    }
    typealias Report = @convention(c) (Int32, UnsafeMutableRawPointer) -> Int32
    let status = unsafeBitCast(report, to: Report.self)(0, UnsafeMutableRawPointer(file))
    fclose(file)
    defer { free(text) }
    return status == 0 ? text.map { String(cString: $0) } ?? "" : ""
  }

  /// The size in the last element of a report that begins with a text.
  private func size(of element: String, in report: String) -> Int {
    guard let start = report.range(of: element, options: .backwards),
      let size = report[start.upperBound...].range(of: "size=\"")
    else { return 0 }
    return Int(report[size.upperBound...].prefix { $0 != "\"" }) ?? 0
  }

  /// What a process says to have grown by, as "grew by 10 bytes".
  func growth(in output: [UInt8]?) throws -> Int {
    let lines = String(decoding: output ?? [], as: UTF8.self).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("grew by ") })
    return try #require(Int(line.split(separator: " ")[2]))
  }
#endif
