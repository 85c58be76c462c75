/// A file's text as it lies on the disk, with what is needed to say where something stands in it.
struct SourceFile: Sendable {
  /// The path as it was given, for messages.
  let path: String
  let bytes: [UInt8]

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  func text(_ start: UInt32, _ end: UInt32) -> String {
    String(decoding: bytes[Int(start)..<Int(end)], as: UTF8.self)
  }
}

/// Turns offsets into lines and columns. Columns count UTF-8 bytes from one, as the compiler's do.
struct LineTable: Sendable {
  private let starts: [UInt32]
  /// The lines, from zero, with characters of more than one byte.
  private let wideLines: [UInt32]

  init(_ bytes: [UInt8]) {
    var starts: [UInt32] = [0]
    var wideLines: [UInt32] = []
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let byte = buffer[index]
        index += 1
        if byte == 0x0A {
          starts.append(UInt32(index))
        } else if byte == 0x0D, index == buffer.count || buffer[index] != 0x0A {
          starts.append(UInt32(index))
        } else if byte >= 0x80 {
          let line = UInt32(starts.count - 1)
          if wideLines.last != line { wideLines.append(line) }
        }
      }
    }
    self.starts = starts
    self.wideLines = wideLines
  }

  var lineCount: Int { starts.count }

  /// Whether a line, from one, has bytes and characters in equal number.
  func isNarrow(_ line: Int) -> Bool {
    let wanted = UInt32(line - 1)
    var low = 0
    var high = wideLines.count
    while low < high {
      let middle = (low + high) / 2
      if wideLines[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low == wideLines.count || wideLines[low] != wanted
  }

  func position(of offset: UInt32) -> (line: Int, column: Int) {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, Int(offset - starts[low]) + 1)
  }
}
