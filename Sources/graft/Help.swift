/// The texts of `--help`.
enum Help {
  static let version = "1.0.0"

  static let overview = """
    graft reads Swift source and says who needs what, without building it.

    USAGE: graft <command> [options] [PATH…]

    COMMANDS:
      check     report what will fail, or what cannot be controlled in tests
      graph     draw who needs what
      keys      list every key, with its values and how often it is read
      explain   show the paths by which something is reached

    Without a path the current folder is read. 'graft <command> --help' says more.

    """

  static func text(_ command: Arguments.Command?, rules: [(id: String, summary: String)]) -> String
  {
    switch command {
    case nil: return overview
    case .check:
      let width = rules.map(\.id.count).max() ?? 0
      let list = rules.map {
        "  \($0.id)\(String(repeating: " ", count: width - $0.id.count))  \($0.summary)\n"
      }.joined()
      return """
        USAGE: graft check [PATH…] [--format text|json|sarif|github] [--disable RULE] [--strict]

          --format   how to print; 'text' if not given
          --disable  leave a rule out; may be given several times
          --strict   also print, and fail for, what the source does not prove
          --only     print only what is found below a path; everything given is read all the same
          --stamp    for builds: print findings as warnings, write this file, and end with 0

        A comment '// graft:ignore RULE' on the line, or on the line before, silences a finding.

        EXIT STATUS: 0 nothing found, 1 findings, 2 wrong usage or input that cannot be read.

        RULES:
        \(list)
        """
    case .graph:
      return """
        USAGE: graft graph [PATH…] [--format mermaid|dot|json|svg|html] [--focus NAME] [--output FILE]

          --format   how to draw; 'mermaid' if not given, or what the output's name ends in
          --focus    only what reaches NAME, and what NAME reaches
          --output   write to a file

        """
    case .keys:
      return """
        USAGE: graft keys [PATH…] [--format text|json]

        Lists every key: its module, the type of its value, where its live, preview and test values
        are, and how often it is read.

        """
    case .explain:
      return """
        USAGE: graft explain NAME [PATH…]

        Prints the paths by which NAME is reached: a key, a property of DependencyValues, a service
        or a type.

        """
    }
  }
}
