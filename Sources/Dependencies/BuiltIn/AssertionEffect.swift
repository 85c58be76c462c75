import DependencySupport

/// Checks a condition, as `Swift.assert` and `Swift.precondition` do, in a way that a test survives.
public protocol AssertionEffect: Sendable {
  /// Checks a condition.
  ///
  /// - Parameters:
  ///   - condition: What must be true.
  ///   - message: What is said if it is not. It is evaluated only then.
  ///   - file: The file that is named.
  ///   - line: The line that is named.
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String, file: StaticString,
    line: UInt)
}

extension AssertionEffect {
  /// Checks a condition at the caller's place.
  @_disfavoredOverload @_transparent
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #file, line: UInt = #line
  ) {
    self.callAsFunction(condition(), message(), file: file, line: line)
  }
}

/// Says that a place was reached that must not be, as `Swift.assertionFailure` does, in a way that a test survives.
public protocol AssertionFailureEffect: Sendable {
  /// Says that the place was reached.
  ///
  /// - Parameters:
  ///   - message: What is said.
  ///   - file: The file that is named.
  ///   - line: The line that is named.
  func callAsFunction(_ message: @autoclosure () -> String, file: StaticString, line: UInt)
}

extension AssertionFailureEffect {
  /// Says that the caller's place was reached.
  @_disfavoredOverload @_transparent
  public func callAsFunction(
    _ message: @autoclosure () -> String = "", file: StaticString = #file, line: UInt = #line
  ) {
    self.callAsFunction(message(), file: file, line: line)
  }
}

extension DependencyValues {
  /// Checks a condition in debug builds, as `Swift.assert` does; in tests a failure is an issue and the test goes on.
  public var assert: any AssertionEffect { self[AssertKey.self] }

  /// Fails in debug builds, as `Swift.assertionFailure` does; in tests it is an issue and the test goes on.
  public var assertionFailure: any AssertionFailureEffect {
    AssertionFailure(assert: self[AssertKey.self])
  }

  /// Checks a condition in all builds, as `Swift.precondition` does; in tests a failure is an issue and the test goes on.
  public var precondition: any AssertionEffect { self[PreconditionKey.self] }
}

private enum AssertKey: DependencyKey {
  static var liveValue: any AssertionEffect { LiveAssertion() }
  static var testValue: any AssertionEffect { TestAssertion() }
}

private enum PreconditionKey: DependencyKey {
  static var liveValue: any AssertionEffect { LivePrecondition() }
  static var testValue: any AssertionEffect { TestAssertion() }
}

private struct LiveAssertion: AssertionEffect {
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String, file: StaticString,
    line: UInt
  ) {
    Swift.assert(condition(), message(), file: file, line: line)
  }
}

private struct LivePrecondition: AssertionEffect {
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String, file: StaticString,
    line: UInt
  ) {
    Swift.precondition(condition(), message(), file: file, line: line)
  }
}

private struct TestAssertion: AssertionEffect {
  func callAsFunction(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String, file: StaticString,
    line: UInt
  ) {
    guard !condition() else { return }
    reportIssue(message(), fileID: file, filePath: file, line: line, column: 1)
  }
}

private struct AssertionFailure: AssertionFailureEffect {
  let assert: any AssertionEffect

  func callAsFunction(_ message: @autoclosure () -> String, file: StaticString, line: UInt) {
    assert(false, message(), file: file, line: line)
  }
}
