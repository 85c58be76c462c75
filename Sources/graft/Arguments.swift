/// What the command line asks for.
struct Arguments {
  enum Command: String, CaseIterable { case check, graph, keys, explain }

  struct UsageError: Error { var message: String }

  var command: Command?
  var paths: [String] = []
  var format: String?
  var disabled: Set<String> = []
  var isStrict = false
  var focus: String?
  var output: String?
  var name: String?
  /// Paths below which findings are shown; everything that was given is read all the same.
  var only: [String] = []
  /// A file to write when the check is done; findings are warnings then, and no reason to fail.
  var stamp: String?
  var wantsHelp = false
  var wantsVersion = false

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var isOnlyPaths = false
    while let argument = rest.popFirst() {
      guard !isOnlyPaths, argument.hasPrefix("-"), argument != "-" else {
        if command == nil, !isOnlyPaths {
          guard let found = Command(rawValue: argument) else {
            throw UsageError(message: "unknown command '\(argument)'")
          }
          command = found
        } else if command == .explain, name == nil {
          name = argument
        } else {
          paths.append(argument)
        }
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      let flag = parts[0]
      func value() throws(UsageError) -> String {
        if parts.count == 2 { return parts[1] }
        guard let next = rest.popFirst() else {
          throw UsageError(message: "'\(flag)' needs a value")
        }
        return next
      }
      switch flag {
      case "--": isOnlyPaths = true
      case "-h", "--help": wantsHelp = true
      case "--version": wantsVersion = true
      case "--format": format = try value()
      case "--disable":
        for rule in try value().split(separator: ",") { disabled.insert(String(rule)) }
      case "--strict": isStrict = true
      case "--only": only.append(try value())
      case "--stamp": stamp = try value()
      case "--focus": focus = try value()
      case "--output", "-o": output = try value()
      default: throw UsageError(message: "unknown option '\(argument)'")
      }
    }
  }
}
