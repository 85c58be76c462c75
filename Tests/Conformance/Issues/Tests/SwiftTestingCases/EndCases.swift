import Dependencies
import Foundation
import Testing
import Weather

/// Reports when no test can record it any more. The process must end with a failure.
@Suite struct AtTheEnd {
  @Test func inAnExitHandler() {
    atexit { reportIssue("at the very end") }
  }
}
