/// What the command line asks for.
struct Options: Sendable {
  enum Format: String, CaseIterable {
    case text, json, svg
  }

  enum Mode {
    case time
    case help
    /// Runs each operation in these two lengths between marks, and says in which order.
    case mark(short: Int, long: Int)
  }

  var mode = Mode.time
  var format = Format.text
  var filter: String?
  var repetitions = 31

  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = arguments.makeIterator()
    func value(of option: String) throws(UsageError) -> String {
      guard let value = rest.next() else {
        throw UsageError(description: "\(option) needs a value")
      }
      return value
    }
    func number(of option: String) throws(UsageError) -> Int {
      let text = try value(of: option)
      guard let number = Int(text), number > 0 else {
        throw UsageError(description: "\(option) needs a number above zero, not '\(text)'")
      }
      return number
    }
    while let option = rest.next() {
      switch option {
      case "--help", "-h": mode = .help
      case "--filter": filter = try value(of: option)
      case "--repetitions": repetitions = try number(of: option)
      case "--mark":
        let short = try number(of: option)
        mode = .mark(short: short, long: try number(of: option))
      case "--format":
        let text = try value(of: option)
        guard let format = Format(rawValue: text) else {
          let known = Format.allCases.map(\.rawValue).joined(separator: ", ")
          throw UsageError(description: "there is no format '\(text)', only \(known)")
        }
        self.format = format
      default: throw UsageError(description: "there is no option '\(option)'; see --help")
      }
    }
  }

  static let help = """
    Times the operations of the library and the floors beneath them, in one run.

    usage: benchmarks [--format text|json|svg] [--filter NAME] [--repetitions N] [--help]

      --format FORMAT      a table (the default), an array of JSON objects, or a picture
      --filter NAME        only what contains NAME, and what that is compared with
      --repetitions N      how many samples are taken of each operation (31)
      --mark SHORT LONG    runs each operation SHORT and LONG times between calls of benchmark_mark, and prints the
                           order; for the script 'instructions'

    Benchmarks/README.md says how to read the result.
    """
}
