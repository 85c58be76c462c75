/// How much an issue weighs.
public enum IssueSeverity: Sendable {
  /// Shown, and fails nothing.
  case warning
  /// A failure: it fails the test that is running.
  case error
}
