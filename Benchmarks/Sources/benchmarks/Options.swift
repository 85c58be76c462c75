/// What the command line asks for.
struct Options: Sendable {
  enum Format: String, CaseIterable {
    case text, json, svg, markdown
  }

  enum Mode {
    case time
    case help
    /// Runs each operation in these two lengths between marks, and says in which order.
    case mark(short: Int, long: Int)
    /// Reports what another run printed as JSON.
    case read(path: String)
  }

  var mode = Mode.time
  var format = Format.text
  var filter: String?
  var repetitions = 101
  /// Where the counts are that `instructions` printed as JSON.
  var instructions: String?

  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = arguments.makeIterator()
    func value(of option: String) throws(UsageError) -> String {
      guard let value = rest.next(), !value.isEmpty else {
        throw UsageError(description: "\(option) needs a value; see --help")
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
      case "--from": mode = .read(path: try value(of: option))
      case "--instructions": instructions = try value(of: option)
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
    if instructions != nil, format != .markdown {
      throw UsageError(description: "--instructions goes with --format markdown only")
    }
  }

  static let help = """
    Times the operations of the library and the floors beneath them, in one run.

    usage: benchmarks [--format text|json|svg|markdown] [--filter NAME] [--repetitions N]
                      [--from FILE] [--instructions FILE] [--help]

      --format FORMAT      a table (the default), an array of JSON objects, a picture, or the table
                           of limits for the documentation
      --filter NAME        only what contains NAME, and what that is compared with
      --repetitions N      how many samples are taken of each operation (101)
      --from FILE          measures nothing, and reports what --format json printed into FILE
      --instructions FILE  for --format markdown: the counts that 'instructions --format json' printed
      --mark SHORT LONG    runs each operation SHORT and LONG times between calls of benchmark_mark,
                           and prints the order; for the script 'instructions'

    Benchmarks/README.md says how to read the result. The status is 2 for a wrong option.
    """
}
