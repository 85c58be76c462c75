import DependencyGraph
import Foundation

/// Runs a command and says with which status to end.
enum Command {
  static let clean: Int32 = 0
  static let findings: Int32 = 1
  static let unusable: Int32 = 2

  static func run(_ words: [String]) -> Int32 {
    let arguments: Arguments
    do {
      arguments = try Arguments(words)
    } catch {
      return refuse(error.message)
    }
    let rules = Rule.all.map { (id: $0.id, summary: $0.summary) }
    if arguments.wantsHelp {
      print(Help.text(arguments.command, rules: rules), terminator: "")
      return clean
    }
    if arguments.wantsVersion {
      print("graft \(Help.version)")
      return clean
    }
    guard let command = arguments.command else {
      write(Help.overview, to: .standardError)
      return unusable
    }
    switch command {
    case .check: return check(arguments)
    case .graph: return graph(arguments)
    case .keys: return keys(arguments)
    case .explain: return explain(arguments)
    }
  }

  private static func refuse(_ message: String) -> Int32 {
    write("graft: \(message)\nTry 'graft --help'.\n", to: .standardError)
    return unusable
  }

  private static func write(_ text: String, to handle: FileHandle) {
    handle.write(Data(text.utf8))
  }

  private static func analyse(_ arguments: Arguments) -> Analysis {
    var options = AnalysisOptions()
    options.disabledRules = arguments.disabled
    let isTerminal = isatty(2) == 1
    var progress: (@Sendable (Int, Int) -> Void)?
    if isTerminal { progress = { done, all in Progress.show(done, all) } }
    var analysis = Analysis.run(
      paths: arguments.paths.isEmpty ? ["."] : arguments.paths, options: options,
      progress: progress)
    if isTerminal { Progress.clear() }
    if !arguments.only.isEmpty { analysis = analysis.limited(to: arguments.only) }
    for problem in analysis.problems {
      write("graft: \(problem.path): \(problem.message)\n", to: .standardError)
    }
    return analysis
  }

  /// Broken and unreadable input outweighs findings: what was found may not be all there is.
  private static func status(_ analysis: Analysis, hasFindings: Bool) -> Int32 {
    if !analysis.problems.isEmpty || !analysis.syntaxErrors.isEmpty { return unusable }
    return hasFindings ? findings : clean
  }

  // MARK: - Commands

  private static func check(_ arguments: Arguments) -> Int32 {
    let known = Set(Rule.all.map(\.id))
    if let unknown = arguments.disabled.subtracting(known).min() {
      return refuse("there is no rule '\(unknown)'")
    }
    var analysis: Analysis
    switch arguments.format ?? "text" {
    case "text":
      analysis = analyse(arguments)
      if let stamp = arguments.stamp {
        analysis = analysis.withWarningsOnly
        write(TextReport.findings(analysis, isStrict: arguments.isStrict), to: .standardOutput)
        guard FileManager.default.createFile(atPath: stamp, contents: Data()) else {
          write("graft: \(stamp) cannot be written\n", to: .standardError)
          return unusable
        }
        return clean
      }
      write(TextReport.findings(analysis, isStrict: arguments.isStrict), to: .standardOutput)
    case "json":
      analysis = analyse(arguments)
      write(JSONReport.findings(analysis, version: Help.version), to: .standardOutput)
    case "sarif":
      analysis = analyse(arguments)
      write(
        SARIFReport.text(analysis, isStrict: arguments.isStrict, version: Help.version),
        to: .standardOutput)
    case "github":
      analysis = analyse(arguments)
      write(GitHubReport.text(analysis, isStrict: arguments.isStrict), to: .standardOutput)
    case let format:
      return refuse("'check' has no format '\(format)'; it has text, json, sarif and github")
    }
    return status(
      analysis, hasFindings: !analysis.visibleFindings(isStrict: arguments.isStrict).isEmpty)
  }

  private static func graph(_ arguments: Arguments) -> Int32 {
    let ending = arguments.output?.split(separator: ".").last.map(String.init)
    let byEnding = [
      "svg": "svg", "html": "html", "json": "json", "dot": "dot", "gv": "dot", "mmd": "mermaid",
    ]
    let format = arguments.format ?? ending.flatMap { byEnding[$0] } ?? "mermaid"
    guard ["mermaid", "dot", "json", "svg", "html"].contains(format) else {
      return refuse("'graph' has no format '\(format)'; it has mermaid, dot, json, svg and html")
    }
    let analysis = analyse(arguments)
    var model = analysis.model
    if let focus = arguments.focus {
      guard let focused = model.focused(on: focus) else {
        return refuse("nothing is called '\(focus)'" + suggestion(for: focus, in: model))
      }
      model = focused
    }
    let text: String
    switch format {
    case "mermaid": text = MermaidDrawing.text(model.withoutTests)
    case "dot": text = DOTDrawing.text(model.withoutTests)
    case "svg": text = SVGDrawing.text(model.withoutTests)
    case "html":
      text = HTMLDrawing.text(
        model.withoutTests, root: arguments.output.map(wayBack(from:)) ?? "")
    default: text = JSONReport.graph(model, version: Help.version)
    }
    if let output = arguments.output {
      do {
        try Data(text.utf8).write(to: URL(fileURLWithPath: output))
      } catch {
        write(
          "graft: \(output) cannot be written: \(error.localizedDescription)\n", to: .standardError)
        return unusable
      }
    } else {
      write(text, to: .standardOutput)
    }
    return status(analysis, hasFindings: false)
  }

  /// The way from the folder of a file to the current one: links in the file are relative to where it lies.
  private static func wayBack(from output: String) -> String {
    let folder = URL(fileURLWithPath: output).deletingLastPathComponent().standardizedFileURL
      .pathComponents
    let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
      .standardizedFileURL.pathComponents
    let common = zip(folder, current).prefix { $0 == $1 }.count
    let parts =
      Array(repeating: "..", count: folder.count - common) + current.dropFirst(common)
    return parts.map { $0 + "/" }.joined()
  }

  private static func keys(_ arguments: Arguments) -> Int32 {
    switch arguments.format ?? "text" {
    case "text":
      let analysis = analyse(arguments)
      write(TextReport.keys(analysis.model), to: .standardOutput)
      return status(analysis, hasFindings: false)
    case "json":
      let analysis = analyse(arguments)
      write(JSONReport.keys(analysis.model, version: Help.version), to: .standardOutput)
      return status(analysis, hasFindings: false)
    case let format:
      return refuse("'keys' has no format '\(format)'; it has text and json")
    }
  }

  private static func explain(_ arguments: Arguments) -> Int32 {
    guard let name = arguments.name else { return refuse("'explain' needs a name") }
    let analysis = analyse(arguments)
    guard let text = Explanation.text(name, in: analysis.model) else {
      return refuse("nothing is called '\(name)'" + suggestion(for: name, in: analysis.model))
    }
    write(text, to: .standardOutput)
    return status(analysis, hasFindings: false)
  }

  private static func suggestion(for name: String, in model: DependencyModel) -> String {
    let near = model.namesLike(name)
    return near.isEmpty ? "" : "; near it are " + near.map { "'\($0)'" }.joined(separator: ", ")
  }
}

/// A line on a terminal that says how far the reading is.
enum Progress {
  static func show(_ done: Int, _ all: Int) {
    guard all >= 200, done % 50 == 0 else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[Kreading \(done) of \(all) files".utf8))
  }

  static func clear() { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
}
