import Dispatch
import Foundation

/// What to look for, and what to leave out.
public struct AnalysisOptions: Sendable {
  /// Identifiers of rules that are not run.
  public var disabledRules: Set<String> = []
  /// How many files are read at once.
  public var threadCount = ProcessInfo.processInfo.activeProcessorCount

  public init() {}
}

/// The sources of a program, read and checked.
///
/// Nothing is built: the analysis reads Swift source. What it cannot prove from that, it says.
public struct Analysis: Sendable {
  /// What the rules found, in the order of paths, lines and columns.
  public private(set) var findings: [Finding]
  /// Files that are no valid Swift, with the first errors of each. The rest of them is analysed all the same.
  public private(set) var syntaxErrors: [Finding]
  /// Inputs that could not be read.
  public let problems: [InputProblem]
  /// Who needs what.
  public let model: DependencyModel
  public let fileCount: Int
  public let lineCount: Int

  /// Reads and checks all Swift files below some paths.
  ///
  /// Folders are searched in the order of their names; build folders, checkouts and hidden folders are left out unless
  /// they are named. The work runs on threads with a large stack, because source nests as deep as people and
  /// generators like.
  ///
  /// - Parameters:
  ///   - paths: Packages, folders or files. Positions are printed with these in front, as they were given.
  ///   - options: Which rules to run.
  ///   - progress: Told the number of files that are done, and that of all, from any thread.
  /// - Returns: Findings and the model. Inputs that cannot be read are in `problems`.
  public static func run(
    paths: [String], options: AnalysisOptions = AnalysisOptions(),
    progress: (@Sendable (Int, Int) -> Void)? = nil
  ) -> Analysis {
    let result = Protected<Analysis?>(nil)
    onLargeStack(count: 1) { _ in
      let analysis = analyse(paths: paths, options: options, progress: progress)
      result.withLock { $0 = analysis }
    }
    return result.withLock { $0 } ?? Analysis(empty: paths)
  }

  private init(empty paths: [String]) {
    findings = []
    syntaxErrors = []
    problems = paths.map { InputProblem(path: $0, message: "the analysis could not be started") }
    model = DependencyModel()
    fileCount = 0
    lineCount = 0
  }

  private init(program: Program, problems: [InputProblem], options: AnalysisOptions) {
    var reporter = Reporter(program)
    for rule in Rule.all where !options.disabledRules.contains(rule.id) { reporter.run(rule) }
    var ignores: [String: [Int: [[String]]]] = [:]
    for file in program.files {
      for ignore in file.ignores {
        ignores[file.path, default: [:]][ignore.line, default: []].append(ignore.rules)
      }
    }
    findings = reporter.findings.filter { finding in
      guard let lines = ignores[finding.position.path] else { return true }
      return ![finding.position.line, finding.position.line - 1].contains { line in
        lines[line, default: []].contains { $0.isEmpty || $0.contains(finding.rule) }
      }
    }.sorted {
      ($0.position, $0.rule, $0.message) < ($1.position, $1.rule, $1.message)
    }
    syntaxErrors = program.files.enumerated().flatMap { index, file in
      file.errors.prefix(10).map { error in
        Finding(
          rule: "syntax", severity: .error, certainty: .proven,
          position: program.position(index, error.offset), message: error.message,
          condition: nil, related: [])
      }
    }
    self.problems = problems
    model = DependencyModel(program)
    fileCount = program.files.count
    lineCount = program.files.reduce(0) { $0 + $1.lineCount }
  }

  /// The analysis with the findings below some paths only.
  public func limited(to paths: [String]) -> Analysis {
    func isBelow(_ finding: Finding) -> Bool {
      paths.contains { path in
        let folder = path.hasSuffix("/") ? path : path + "/"
        return finding.position.path == path || finding.position.path.hasPrefix(folder)
      }
    }
    var result = self
    result.findings = findings.filter(isBelow)
    result.syntaxErrors = syntaxErrors.filter(isBelow)
    return result
  }

  /// The analysis with every finding as a warning.
  public var withWarningsOnly: Analysis {
    func warning(_ finding: Finding) -> Finding {
      var finding = finding
      finding.severity = .warning
      return finding
    }
    var result = self
    result.findings = findings.map(warning)
    result.syntaxErrors = syntaxErrors.map(warning)
    return result
  }

  private static func analyse(
    paths: [String], options: AnalysisOptions, progress: (@Sendable (Int, Int) -> Void)?
  ) -> Analysis {
    let tree = SourceTree(paths: paths)
    let locations = tree.files
    let results = Protected<[FileFacts?]>(Array(repeating: nil, count: locations.count))
    let problems = Protected<[InputProblem]>([])
    let next = Protected(0)
    let done = Protected(0)
    onLargeStack(count: max(1, min(options.threadCount, locations.count))) { _ in
      while true {
        let index = next.withLock { value in
          defer { value += 1 }
          return value
        }
        guard index < locations.count else { return }
        let path = locations[index].path
        if let facts = read(path) {
          results.withLock { $0[index] = facts }
        } else {
          problems.withLock {
            $0.append(InputProblem(path: path, message: "the file cannot be read"))
          }
        }
        let count = done.withLock { value in
          value += 1
          return value
        }
        progress?(count, locations.count)
      }
    }
    let all = results.withLock { $0 }
    var files: [FileFacts] = []
    var kept: [SourceLocation] = []
    for (facts, location) in zip(all, locations) {
      guard let facts else { continue }
      var location = location
      // Without a manifest, what a file imports shows that it is a test.
      if !location.isTest, !location.isKnown,
        facts.imports.contains("XCTest") || facts.imports.contains("Testing")
      {
        location.isTest = true
      }
      files.append(facts)
      kept.append(location)
    }
    let unreadable = problems.withLock { $0 }.sorted { $0.path < $1.path }
    return Analysis(
      program: Program(files: files, locations: kept), problems: tree.problems + unreadable,
      options: options)
  }

  private static func read(_ path: String) -> FileFacts? {
    guard let data = FileManager.default.contents(atPath: path), data.count < Int(Int32.max) else {
      return nil
    }
    return parse(SourceFile(path: path, bytes: [UInt8](data)))
  }

  static func parse(_ file: SourceFile) -> FileFacts {
    var (facts, isSuspicious, nesting) = OutlineParser.parse(file)
    if let invalid = file.firstInvalidByte {
      facts.errors.append(SyntaxError(offset: UInt32(invalid), message: "this is not valid UTF-8"))
    }
    if isSuspicious || !facts.errors.isEmpty,
      let errors = SyntaxCheck.errors(in: file, nesting: nesting)
    {
      facts.errors = facts.errors.filter { $0.message.contains("UTF-8") } + errors
    }
    return facts
  }

  /// Runs a body on threads whose stack holds the deepest nesting that the parsers admit.
  static func onLargeStack(count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
      group.enter()
      let thread = Thread {
        body(index)
        group.leave()
      }
      thread.stackSize = 256 << 20
      thread.start()
    }
    group.wait()
  }
}

extension SourceFile {
  /// The offset of the first byte that is no UTF-8.
  var firstInvalidByte: Int? {
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while index < buffer.count {
        let byte = buffer[index]
        if byte < 0x80 {
          index += 1
          continue
        }
        let length: Int
        switch byte {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return index
        }
        guard index + length <= buffer.count else { return index }
        for offset in 1..<length where buffer[index + offset] & 0xC0 != 0x80 { return index }
        index += length
      }
      return nil
    }
  }
}
