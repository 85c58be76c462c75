/// Swift Testing, reached at run time when it is in the process.
///
/// Nothing is linked: every function and type is looked up by name.
struct SwiftTesting: Sendable {
  let issues: any IssueRecording
  let tests: any RunningTests

  enum Lookup: Sendable {
    case absent
    case found(SwiftTesting)
    /// Swift Testing is there, but not what is looked for in it.
    case incomplete(missing: String)
  }

  static let lookup: Lookup = {
    guard RuntimeSymbol.find("$s7Testing4TestVMn") != nil else { return .absent }
    do throws(MissingSymbol) {
      return .found(try SwiftTesting())
    } catch {
      return .incomplete(missing: error.name)
    }
  }()

  static let shared: SwiftTesting? = {
    guard case .found(let testing) = lookup else { return nil }
    return testing
  }()

  private init() throws(MissingSymbol) {
    issues = try Self.recorder(
      comment: Self.type("7Testing7CommentV"), severity: Self.type("7Testing5IssueV8SeverityO"),
      location: Self.type("7Testing14SourceLocationV"), issue: Self.type("7Testing5IssueV"))
    tests = try Self.tests(
      test: Self.type("7Testing4TestV"), case: Self.type("7Testing4TestV4CaseV"))
  }

  private static func type(_ name: String) throws(MissingSymbol) -> any Any.Type {
    guard let type = _typeByName(name) else { throw MissingSymbol(name: name) }
    return type
  }

  private static func recorder<Comment, Severity, Location, Issue>(
    comment: Comment.Type, severity: Severity.Type, location: Location.Type, issue: Issue.Type
  ) throws(MissingSymbol) -> any IssueRecording {
    try IssueRecorder<Comment, Severity, Location, Issue>()
  }

  private static func tests<Test, Case>(
    test: Test.Type, case: Case.Type
  ) throws(MissingSymbol) -> any RunningTests {
    try CurrentTest<Test, Case>()
  }
}
