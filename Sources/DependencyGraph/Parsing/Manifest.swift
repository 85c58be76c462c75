/// What a package's manifest says about its targets, read from its text.
struct Manifest {
  struct Target {
    var name: String
    var isTest: Bool
    /// The folder below the package's, or `nil` for the usual places.
    var path: String?
    var excluded: [String]
    var isPlugin: Bool
  }

  var targets: [Target] = []

  init(_ file: SourceFile) {
    let tokens = Lexer.lex(file).tokens
    func text(_ index: Int) -> String { file.text(tokens[index].start, tokens[index].end) }
    var index = 0
    while index + 2 < tokens.count {
      guard tokens[index].kind == .period, tokens[index + 1].kind == .identifier,
        tokens[index + 2].kind == .openParenthesis,
        ["target", "testTarget", "executableTarget", "macro", "plugin", "systemLibrary"]
          .contains(text(index + 1))
      else {
        index += 1
        continue
      }
      let keyword = text(index + 1)
      let open = index + 2
      let close = min(Int(tokens[open].payload), tokens.count - 1)
      var target = Target(
        name: "", isTest: keyword == "testTarget", path: nil, excluded: [],
        isPlugin: keyword == "plugin")
      var position = open + 1
      while position + 2 < close {
        if tokens[position].kind == .identifier, tokens[position + 1].kind == .colon {
          let value = position + 2
          switch text(position) {
          case "name" where tokens[value].kind == .string: target.name = text(value).trimmingQuotes
          case "path" where tokens[value].kind == .string: target.path = text(value).trimmingQuotes
          case "exclude" where tokens[value].kind == .openBracket:
            for element in (value + 1)..<max(value + 1, Int(tokens[value].payload))
            where element < tokens.count && tokens[element].kind == .string {
              target.excluded.append(text(element).trimmingQuotes)
            }
          default: break
          }
        }
        position =
          tokens[position].isOpening ? Int(tokens[position].payload) + 1 : position + 1
      }
      // `.plugin(name:)` and `.target(name:)` also name dependencies, which are inside another target's call.
      if !target.name.isEmpty, keyword != "systemLibrary" { targets.append(target) }
      index = max(close, open + 1)
    }
  }
}
