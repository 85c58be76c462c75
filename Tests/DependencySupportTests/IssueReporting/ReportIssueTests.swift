import DependencySupport
import Testing

@Suite struct ReportIssueTests {
  @Test func `an issue is recorded in the running test at its line`() {
    let line = #line + 2
    withKnownIssue {
      reportIssue("Missing")
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["Missing"] && issue.sourceLocation?.line == line
        && issue.sourceLocation?.fileID == #fileID && issue.description.contains("(error)")
    }
  }

  @Test(arguments: [nil, ""]) func `an issue without a text has no comment`(text: String?) {
    withKnownIssue {
      reportIssue(text)
    } matching: {
      $0.comments.isEmpty
    }
  }

  @Test func `an error is recorded as one`() {
    withKnownIssue {
      reportIssue(Failure(), "Loading")
    } matching: {
      $0.error is Failure && $0.comments.map(\.rawValue) == ["Loading"]
    }
  }

  @Test func `a warning fails nothing`() {
    reportIssue("This one is meant to be seen in the log.", severity: .warning)
  }

  @Test func `an issue of a child task is recorded in its test`() async {
    await withKnownIssue {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { reportIssue("Child") }
        await group.waitForAll()
      }
    } matching: {
      $0.comments.map(\.rawValue) == ["Child"]
    }
  }

  @Test func `reporters are called in order, with what was passed`() {
    let first = RecordingReporter()
    let second = RecordingReporter()
    withIssueReporters([first, second]) {
      reportIssue("A", line: 1)
      reportIssue("B", severity: .warning, line: 2)
      reportIssue(Failure(), line: 3)
      reportIssue(Failure(), "C", line: 4)
    }
    let expected = [
      "1: error: A", "2: warning: B", "3: error: Caught error: Failure()",
      "4: error: Caught error: Failure(): C",
    ]
    #expect(first.lines.value == expected)
    #expect(second.lines.value == expected)
  }

  @Test func `a message that nobody hears is not evaluated`() {
    withIssueReporters([]) {
      reportIssue(
        {
          Issue.record("evaluated")
          return ""
        }())
    }
  }

  @Test func `setting the reporters changes the innermost scope alone`() {
    let outer = RecordingReporter()
    let inner = RecordingReporter()
    withIssueReporters([outer]) {
      withIssueReporters([]) {
        IssueReporters.current = [inner]
        reportIssue("inner", line: 1)
      }
      reportIssue("outer", line: 2)
    }
    #expect(inner.lines.value == ["1: error: inner"])
    #expect(outer.lines.value == ["2: error: outer"])
  }

  @Test func `redirecting in one task does not affect its sibling`() async {
    let reporter = RecordingReporter()
    await withIssueReporters([reporter]) {
      let (entered, entry) = AsyncStream.makeStream(of: Void.self)
      let (left, exit) = AsyncStream.makeStream(of: Void.self)
      async let silenced: Void = withIssueReporters([]) {
        entry.finish()
        for await _ in left {}
        reportIssue("silenced")
      }
      async let heard: Void = {
        for await _ in entered {}
        reportIssue("heard", line: 1)
        exit.finish()
      }()
      _ = await (silenced, heard)
    }
    #expect(reporter.lines.value == ["1: error: heard"])
  }

  @Test func `the innermost context is the location of every issue`() async {
    let reporter = RecordingReporter()
    await withIssueReporters([reporter]) {
      await withIssueContext(fileID: #fileID, filePath: #filePath, line: 1, column: 1) {
        reportIssue("A", line: 100)
        withIssueContext(fileID: #fileID, filePath: #filePath, line: 2, column: 1) {
          reportIssue("B")
        }
        await Task { reportIssue("C") }.value
        await Task.detached {
          withIssueReporters([reporter]) { reportIssue("D", line: 100) }
        }.value
      }
    }
    #expect(
      reporter.lines.value == ["1: error: A", "2: error: B", "1: error: C", "100: error: D"])
  }
}

@Suite struct ErrorReportingTests {
  @Test func `a thrown error is reported and the result is nil`() async {
    let reporter = RecordingReporter()
    withIssueReporters([reporter]) {
      let value: Int? = withErrorReporting("Loading", line: 1) { throw Failure() }
      #expect(value == nil)
    }
    let value: Int? = await withErrorReporting(to: [reporter], line: 2) {
      await Task.yield()
      throw Failure()
    }
    #expect(value == nil)
    #expect(
      reporter.lines.value == [
        "1: error: Caught error: Failure(): Loading", "2: error: Caught error: Failure()",
      ])
  }

  @Test func `cancellation is no issue`() async {
    #expect(withErrorReporting { throw CancellationError() } as Void? == nil)
    #expect(
      await withErrorReporting { () async throws -> Void in throw CancellationError() } == nil)
  }

  @Test func `an optional result is flat`() async {
    let missing: Int? = withErrorReporting { Int("x") }
    let found: Int? = await withErrorReporting { () async -> Int? in Int("1") }
    #expect(missing == nil)
    #expect(found == 1)
  }

  @Test func `with reporters of its own the whole body reports to them`() {
    let reporter = RecordingReporter()
    withErrorReporting(to: [reporter]) { reportIssue("inside", line: 1) } as Void?
    #expect(reporter.lines.value == ["1: error: inside"])
  }
}

@Suite struct ExpectedIssueTests {
  @Test func `an expected issue does not fail a test`() async {
    withExpectedIssue { reportIssue("A") }
    withExpectedIssue { Issue.record("B") }
    withExpectedIssue { throw Failure() }
    await withExpectedIssue {
      await Task.yield()
      reportIssue("C")
    }
    withExpectedIssue(isIntermittent: true) {}
  }

  @Test func `a missing issue fails a test`() async {
    withKnownIssue {
      withExpectedIssue("Why") {}
    } matching: {
      $0.comments.map(\.rawValue) == ["Why"]
    }
    await withKnownIssue { await withExpectedIssue { await Task.yield() } }
  }

  @Test func `reported issues are checked one by one`() async throws {
    expectReportsIssue {
      reportIssue("A", severity: .warning, line: 7)
    } matching: {
      $0.description == "Issue reported: A" && $0.severity == .warning && $0.line == 7
    }
    await expectReportsIssue {
      await Task.yield()
      reportIssue(Failure())
    } matching: {
      $0.error is Failure && $0.description == "Issue reported: Caught error: Failure()"
    }
    let reporter = RecordingReporter()
    withIssueReporters([reporter]) {
      expectReportsIssue("Why", line: 1) {
      } matching: { _ in
        true
      }
      expectReportsIssue(line: 2) {
        reportIssue("A")
        reportIssue("B")
      } matching: {
        $0.description.hasSuffix("A")
      }
    }
    #expect(
      reporter.lines.value == [
        "1: error: Expected issue to be reported: Why",
        "2: error: Issue does not match: Issue reported: B",
      ])
  }
}
