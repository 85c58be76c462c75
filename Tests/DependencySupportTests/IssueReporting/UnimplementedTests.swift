import DependencySupport
import Testing

private protocol Client: Sendable {}

private struct Endpoints: Sendable {
  var fetch: @Sendable (Int) throws -> String = unimplemented("fetch")
  var load: @Sendable (Int, String) async throws -> [Int] = unimplemented("load")
  var count: @Sendable () -> Int = unimplemented("count", placeholder: 42)
  var size: @Sendable ([Int]) async -> Int = unimplemented("size", placeholder: 7)
  var log: @Sendable (String) -> Void = unimplemented()
  var typed: @Sendable () throws(Failure) -> Int = unimplemented(throwing: Failure())
  var typedLater: @Sendable () async throws(Failure) -> Int = unimplemented(throwing: Failure())
}

@Suite struct UnimplementedTests {
  private let endpoints = Endpoints()

  @Test func `making a closure reports nothing`() {
    _ = Endpoints()
  }

  @Test func `calling a throwing closure reports and throws`() async {
    let reporter = RecordingReporter()
    await withIssueReporters([reporter]) {
      #expect {
        try endpoints.fetch(42)
      } throws: {
        ($0 as? UnimplementedFailure)?.description == "fetch"
      }
      await #expect(throws: UnimplementedFailure.self) { try await endpoints.load(1, "x") }
      #expect(throws: Failure.self) { try endpoints.typed() }
      await #expect(throws: Failure.self) { try await endpoints.typedLater() }
    }
    #expect(reporter.lines.value.count == 4)
  }

  @Test func `calling a closure with a placeholder reports and returns it`() async {
    withExpectedIssue { #expect(endpoints.count() == 42) }
    await withExpectedIssue { await #expect(endpoints.size([]) == 7) }
    withExpectedIssue { endpoints.log("x") }
  }

  @Test func `the issue says what is missing, where it was written and the arguments`() async {
    let reporter = RecordingReporter()
    await withIssueReporters([reporter]) {
      _ = try? endpoints.fetch(42)
      _ = try? await endpoints.load(1, "x")
      _ = endpoints.count()
      endpoints.log("")
      let value: Int = unimplemented("value", placeholder: 1)
      #expect(value == 1)
    }
    let file = "\(#fileID)"
    #expect(
      reporter.lines.value == [
        """
        7: error: Unimplemented: fetch

          Written in 'Endpoints' at \(file):7
          Called with 42
        """,
        """
        8: error: Unimplemented: load

          Written in 'Endpoints' at \(file):8
          Called with (1, "x")
        """,
        """
        9: error: Unimplemented: count

          Written in 'Endpoints' at \(file):9
          Called with ()
        """,
        """
        11: error: Unimplemented …

          Written in 'Endpoints' at \(file):11
          Called with ""
        """,
        """
        51: error: Unimplemented: value

          Written in 'the issue says what is missing, where it was written and the arguments()' at \
        \(file):51
        """,
      ])
  }

  @Test func `a whole value without a placeholder stops the process`() async {
    await #expect(processExitsWith: .failure) {
      withIssueReporters([]) {
        let client: any Client = unimplemented("client")
        _ = client
      }
    }
  }
}
