import Dependencies

// Without the trait `SupportExports` these names are free: each of them means the type of this program, also where
// `Dependencies` is imported.

final class LockIsolated<Value: Sendable> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

struct TestClock {
  let name = "the program's own clock"
}

func reportIssue(_ message: String) -> String {
  "the program's own report: \(message)"
}

/// Uses the names, so that an ambiguous one is an error.
func ownNames() -> [String] {
  let isolated: LockIsolated<Int> = LockIsolated(1)
  let clock: TestClock = TestClock()
  return ["\(isolated.value)", clock.name, reportIssue("none")]
}
