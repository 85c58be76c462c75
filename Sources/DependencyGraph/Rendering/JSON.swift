/// A value of JSON, written with its members in the order in which they were given.
indirect enum JSON {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  var text: String {
    var result = ""
    write(into: &result, indentation: 0)
    return result + "\n"
  }

  private func write(into result: inout String, indentation: Int) {
    let space = String(repeating: "  ", count: indentation + 1)
    switch self {
    case .null: result += "null"
    case .bool(let value): result += value ? "true" : "false"
    case .number(let value): result += String(value)
    case .string(let value): JSON.quote(value, into: &result)
    case .array(let elements):
      if elements.isEmpty {
        result += "[]"
        return
      }
      result += "["
      for (index, element) in elements.enumerated() {
        result += (index == 0 ? "\n" : ",\n") + space
        element.write(into: &result, indentation: indentation + 1)
      }
      result += "\n" + space.dropLast(2) + "]"
    case .object(let members):
      if members.isEmpty {
        result += "{}"
        return
      }
      result += "{"
      for (index, member) in members.enumerated() {
        result += (index == 0 ? "\n" : ",\n") + space
        JSON.quote(member.0, into: &result)
        result += ": "
        member.1.write(into: &result, indentation: indentation + 1)
      }
      result += "\n" + space.dropLast(2) + "}"
    }
  }

  /// A string between quotes. `<` is escaped as well, so that the text can stand in a script of a page.
  static func quote(_ text: String, into result: inout String) {
    result += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "<": result += "\\u003C"
      case "\u{2028}": result += "\\u2028"
      case "\u{2029}": result += "\\u2029"
      default:
        if scalar.value < 0x20 {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    result += "\""
  }
}
