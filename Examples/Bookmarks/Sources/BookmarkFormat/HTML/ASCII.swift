extension UInt8 {
  static let newline: UInt8 = 0x0a
  static let space: UInt8 = 0x20
  static let exclamation: UInt8 = 0x21
  static let doubleQuote: UInt8 = 0x22
  static let hash: UInt8 = 0x23
  static let ampersand: UInt8 = 0x26
  static let singleQuote: UInt8 = 0x27
  static let slash: UInt8 = 0x2f
  static let semicolon: UInt8 = 0x3b
  static let lessThan: UInt8 = 0x3c
  static let equals: UInt8 = 0x3d
  static let greaterThan: UInt8 = 0x3e
  static let question: UInt8 = 0x3f

  /// One of the five characters that HTML calls white space.
  var isSpace: Bool {
    switch self {
    case 0x09, 0x0a, 0x0c, 0x0d, 0x20: true
    default: false
    }
  }

  var isLetter: Bool {
    0x61...0x7a ~= self | 0x20
  }

  var lowercased: UInt8 {
    0x41...0x5a ~= self ? self | 0x20 : self
  }
}
