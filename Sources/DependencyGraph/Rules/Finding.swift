/// Something that a rule found.
public struct Finding: Sendable {
  public enum Severity: String, Sendable { case warning, error }

  /// Whether the source proves it. What is not proven is shown only where that is asked for.
  public enum Certainty: String, Sendable { case proven, unproven }

  /// A place that belongs to a finding besides its own.
  public struct Related: Sendable, Hashable {
    public var position: SourcePosition
    public var message: String
  }

  public var rule: String
  public var severity: Severity
  public var certainty: Certainty
  public var position: SourcePosition
  public var message: String
  /// The `#if` conditions that the place is compiled under, if there are any.
  public var condition: String?
  public var related: [Related]
}

/// One thing that the checker looks for.
public struct Rule: Sendable {
  /// The stable identifier that comments and flags name.
  public let id: String
  public let severity: Finding.Severity
  /// What it finds, in a line.
  public let summary: String
  let check: @Sendable (Program, inout Reporter) -> Void

  init(
    _ id: String, _ severity: Finding.Severity, _ summary: String,
    check: @escaping @Sendable (Program, inout Reporter) -> Void
  ) {
    self.id = id
    self.severity = severity
    self.summary = summary
    self.check = check
  }

  /// All rules, in the order of their identifiers.
  public static let all: [Rule] = [
    .captiveDependency, .dependencyCycle, .detachedModel, .escapingRead, .latePrepare, .missingLive,
    .missingTest, .staticDependency, .uncontrolledEffect, .unimplementedClosure,
    .unregisteredService, .unusedDependency, .unusedKey,
  ].sorted { $0.id < $1.id }
}

/// Takes what a rule finds.
struct Reporter {
  let program: Program
  private(set) var findings: [Finding] = []
  private var rule: Rule?

  init(_ program: Program) { self.program = program }

  mutating func run(_ rule: Rule) {
    self.rule = rule
    rule.check(program, &self)
  }

  mutating func report(
    _ message: String, in file: Int, at offset: UInt32, isProven: Bool = true,
    related: [(file: Int, offset: UInt32, message: String)] = []
  ) {
    guard let rule, file >= 0 else { return }
    findings.append(
      Finding(
        rule: rule.id, severity: rule.severity, certainty: isProven ? .proven : .unproven,
        position: program.position(file, offset), message: message,
        condition: program.files[file].condition(at: offset),
        related: related.filter { $0.file >= 0 }.map {
          Finding.Related(position: program.position($0.file, $0.offset), message: $0.message)
        }))
  }

  func line(_ file: Int, _ offset: UInt32) -> String {
    let position = program.position(file, offset)
    return "\(position.path):\(position.line)"
  }
}
