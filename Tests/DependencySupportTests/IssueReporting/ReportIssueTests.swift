import DependencySupport
import Testing

@Test func anIssueIsRecordedInTheRunningTest() {
  withKnownIssue {
    reportIssue("Missing")
  } matching: { issue in
    issue.comments.map(\.rawValue) == ["Missing"] && issue.sourceLocation?.line == 6
  }
}
