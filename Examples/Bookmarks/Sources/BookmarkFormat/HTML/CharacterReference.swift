/// Character references: `&amp;`, `&eacute;`, `&#8212;`, `&#x1F600;`.
enum CharacterReference {
  /// Resolves the reference that begins at the "&" at `start`.
  ///
  /// One without a semicolon is none: in `?page=1&copy=2` nobody means a copyright sign.
  ///
  /// - Returns: The text that it stands for and the index after it, or `nil` if it is no reference.
  static func resolve(
    at start: Int, in bytes: ArraySlice<UInt8>
  ) -> (text: String, end: Int)? {
    let limit = min(bytes.endIndex, start + longest)
    var index = start + 1
    while index < limit, bytes[index] != .semicolon { index += 1 }
    guard index < limit, index > start + 1 else { return nil }
    let name = bytes[(start + 1)..<index]
    let text = name.first == .hash ? numeric(name.dropFirst()) : named(name)
    return text.map { ($0, index + 1) }
  }

  /// The longest name that is known, with room for "&" and for leading zeros in a number.
  private static let longest = 16

  private static func named(_ name: ArraySlice<UInt8>) -> String? {
    characters[String(decoding: name, as: UTF8.self)].map { String($0) }
  }

  private static func numeric(_ digits: ArraySlice<UInt8>) -> String? {
    let isHexadecimal = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
    guard text.utf8.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) == true,
      let code = UInt32(text, radix: isHexadecimal ? 16 : 10)
    else { return nil }
    if code >= 0x80, code < 0xa0 {
      return String(Character(windows1252[Int(code - 0x80)]))
    }
    guard code != 0, let scalar = Unicode.Scalar(code) else { return "\u{fffd}" }
    return String(Character(scalar))
  }

  /// What browsers show for `&#128;` to `&#159;`, which old programs wrote for Windows characters.
  private static let windows1252: [Unicode.Scalar] = Array(
    """
    \u{20ac}\u{81}\u{201a}\u{192}\u{201e}\u{2026}\u{2020}\u{2021}\u{2c6}\u{2030}\u{160}\u{2039}\
    \u{152}\u{8d}\u{17d}\u{8f}\u{90}\u{2018}\u{2019}\u{201c}\u{201d}\u{2022}\u{2013}\u{2014}\
    \u{2dc}\u{2122}\u{161}\u{203a}\u{153}\u{9d}\u{17e}\u{178}
    """.unicodeScalars)

  /// The named characters of HTML 4, which are those that pages use.
  private static let characters: [String: Character] = {
    var characters: [String: Character] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
      "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ",
      "circ": "\u{2c6}", "tilde": "\u{2dc}",
      "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwnj": "\u{200c}",
      "zwj": "\u{200d}", "lrm": "\u{200e}", "rlm": "\u{200f}",
      "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“",
      "rdquo": "”", "bdquo": "„", "dagger": "†", "Dagger": "‡", "bull": "•", "hellip": "…",
      "permil": "‰", "prime": "′", "Prime": "″", "lsaquo": "‹", "rsaquo": "›", "oline": "‾",
      "frasl": "⁄", "euro": "€", "image": "ℑ", "weierp": "℘", "real": "ℜ", "trade": "™",
      "alefsym": "ℵ", "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "harr": "↔",
      "crarr": "↵", "lArr": "⇐", "uArr": "⇑", "rArr": "⇒", "dArr": "⇓", "hArr": "⇔",
      "forall": "∀", "part": "∂", "exist": "∃", "empty": "∅", "nabla": "∇", "isin": "∈",
      "notin": "∉", "ni": "∋", "prod": "∏", "sum": "∑", "minus": "−", "lowast": "∗",
      "radic": "√", "prop": "∝", "infin": "∞", "ang": "∠", "and": "∧", "or": "∨", "cap": "∩",
      "cup": "∪", "int": "∫", "there4": "∴", "sim": "∼", "cong": "≅", "asymp": "≈", "ne": "≠",
      "equiv": "≡", "le": "≤", "ge": "≥", "sub": "⊂", "sup": "⊃", "nsub": "⊄", "sube": "⊆",
      "supe": "⊇", "oplus": "⊕", "otimes": "⊗", "perp": "⊥", "sdot": "⋅", "lceil": "⌈",
      "rceil": "⌉", "lfloor": "⌊", "rfloor": "⌋", "lang": "⟨", "rang": "⟩", "loz": "◊",
      "spades": "♠", "clubs": "♣", "hearts": "♥", "diams": "♦", "thetasym": "ϑ", "upsih": "ϒ",
      "piv": "ϖ",
    ]
    let latin1 =
      """
      nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
      sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
      Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
      ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
      szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute \
      icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml \
      yacute thorn yuml
      """
    let greek =
      """
      Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - \
      Sigma Tau Upsilon Phi Chi Psi Omega - - - - - - - alpha beta gamma delta epsilon zeta eta theta \
      iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega
      """
    for (names, first) in [(latin1, 0xa0), (greek, 0x391)] as [(String, UInt32)] {
      for (offset, name) in names.split(separator: " ").enumerated() where name != "-" {
        if let scalar = Unicode.Scalar(first + UInt32(offset)) {
          characters[String(name)] = Character(scalar)
        }
      }
    }
    return characters
  }()
}
