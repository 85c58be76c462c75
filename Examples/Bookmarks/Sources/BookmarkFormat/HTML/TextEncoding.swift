import Foundation

/// Finds out how the bytes of an HTML file are to be read, and makes them UTF-8.
enum TextEncoding {
  /// - Parameters:
  ///   - data: The file.
  ///   - declared: The encoding that came with it, in an HTTP header for instance.
  /// - Returns: The file in UTF-8, without a byte order mark. Bytes that mean nothing are left in, and
  ///   are shown as U+FFFD.
  static func utf8(_ data: Data, declared: String? = nil) -> [UInt8] {
    for (mark, encoding) in byteOrderMarks where data.starts(with: mark) {
      return transcoded(data.dropFirst(mark.count), from: encoding) ?? Array(data)
    }
    if let name = declared ?? declaration(in: data) {
      return encoding(named: name).flatMap { transcoded(data, from: $0) } ?? Array(data)
    }
    // Old programs wrote the characters of Windows and did not say so.
    let isUTF8 = String(data: data, encoding: .utf8) != nil
    return (isUTF8 ? nil : transcoded(data, from: .windowsCP1252)) ?? Array(data)
  }

  private static let byteOrderMarks: [([UInt8], String.Encoding)] = [
    ([0xef, 0xbb, 0xbf], .utf8), ([0xff, 0xfe], .utf16LittleEndian),
    ([0xfe, 0xff], .utf16BigEndian),
  ]

  private static func transcoded(_ data: Data, from encoding: String.Encoding) -> [UInt8]? {
    encoding == .utf8 ? Array(data) : String(data: data, encoding: encoding).map { Array($0.utf8) }
  }

  /// The encoding that a `<meta>` tag near the start of the file names.
  private static func declaration(in data: Data) -> String? {
    let head = Array(data.prefix(1024))
    var tokenizer = HTMLTokenizer(head)
    while let token = tokenizer.next() {
      guard case .start(let tag) = token, tag.name == "meta" else { continue }
      if let range = tag["charset"] {
        return String(decoding: head[range], as: UTF8.self)
      }
      if let range = tag["content"],
        let name = charset(inContentType: String(decoding: head[range], as: UTF8.self))
      {
        return name
      }
    }
    return nil
  }

  /// The `charset` of a content type such as `text/html; charset=utf-8`.
  static func charset(inContentType contentType: String) -> String? {
    for parameter in contentType.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2,
        parts[0].trimmingCharacters(in: .whitespaces).lowercased() == "charset"
      else { continue }
      return parts[1].trimmingCharacters(in: .whitespaces.union(["\"", "'"]))
    }
    return nil
  }

  private static func encoding(named name: String) -> String.Encoding? {
    switch name.trimmingCharacters(in: .whitespaces).lowercased() {
    case "utf-8", "utf8": .utf8
    // Browsers read Latin-1 as the characters of Windows, which hold more.
    case "iso-8859-1", "latin1", "us-ascii", "ascii", "windows-1252", "cp1252": .windowsCP1252
    case "iso-8859-2", "latin2": .isoLatin2
    case "windows-1250": .windowsCP1250
    case "windows-1251": .windowsCP1251
    case "windows-1253": .windowsCP1253
    case "windows-1254", "iso-8859-9": .windowsCP1254
    case "shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j": .shiftJIS
    case "euc-jp", "x-euc-jp": .japaneseEUC
    case "iso-2022-jp": .iso2022JP
    case "euc-kr", "ks_c_5601-1987": String.Encoding(rawValue: 0x8000_0940)
    case "gb2312", "gbk", "gb18030": String.Encoding(rawValue: 0x8000_0632)
    case "big5": String.Encoding(rawValue: 0x8000_0a03)
    case "utf-16", "utf-16le": .utf16LittleEndian
    case "utf-16be": .utf16BigEndian
    default: nil
    }
  }
}
