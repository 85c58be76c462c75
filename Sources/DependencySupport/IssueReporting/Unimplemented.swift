/// A closure that reports an issue when it is called and then returns a placeholder.
///
/// Give it to a dependency's test value, so that a test fails when it reaches an endpoint that it did not override.
///
/// - Parameters:
///   - description: What is missing.
///   - placeholder: What a call returns; evaluated for each call.
///   - fileID: The file that issues stand in.
///   - filePath: The path of that file.
///   - function: The declaration that the closure is made in.
///   - line: The line that issues stand at.
///   - column: The column that issues stand at.
/// - Returns: The closure.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> sending Result = (),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) -> sending Result {
  let origin = UnimplementedOrigin(fileID, filePath, function, line, column)
  return { (argument: repeat each Argument) in
    origin.report(description(), arguments: Texts.of(repeat each argument))
    return placeholder()
  }
}

/// A closure that reports an issue when it is called and then throws an ``UnimplementedFailure``.
///
/// - Parameters:
///   - description: What is missing.
///   - fileID: The file that issues stand in.
///   - filePath: The path of that file.
///   - function: The declaration that the closure is made in.
///   - line: The line that issues stand at.
///   - column: The column that issues stand at.
/// - Returns: The closure.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> sending Result {
  let origin = UnimplementedOrigin(fileID, filePath, function, line, column)
  return { (argument: repeat each Argument) in
    let text = description()
    origin.report(text, arguments: Texts.of(repeat each argument))
    throw UnimplementedFailure(description: text)
  }
}

/// A closure that reports an issue when it is called and then throws the given error.
///
/// - Parameters:
///   - description: What is missing.
///   - failure: What a call throws; evaluated for each call.
///   - fileID: The file that issues stand in.
///   - filePath: The path of that file.
///   - function: The declaration that the closure is made in.
///   - line: The line that issues stand at.
///   - column: The column that issues stand at.
/// - Returns: The closure.
public func unimplemented<each Argument, Failure: Error, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  throwing failure: @autoclosure @escaping @Sendable () -> Failure,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> @Sendable (repeat each Argument) throws(Failure) -> sending Result {
  let origin = UnimplementedOrigin(fileID, filePath, function, line, column)
  return { (argument: repeat each Argument) throws(Failure) in
    origin.report(description(), arguments: Texts.of(repeat each argument))
    throw failure()
  }
}

/// An asynchronous closure that reports an issue when it is called and then returns a placeholder.
///
/// - Parameters:
///   - description: What is missing.
///   - placeholder: What a call returns; evaluated for each call.
///   - fileID: The file that issues stand in.
///   - filePath: The path of that file.
///   - function: The declaration that the closure is made in.
///   - line: The line that issues stand at.
///   - column: The column that issues stand at.
/// - Returns: The closure.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> sending Result = (),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> _UnimplementedAsyncClosure<repeat each Argument, Result> {
  let origin = UnimplementedOrigin(fileID, filePath, function, line, column)
  return { (argument: repeat each Argument) in
    origin.report(description(), arguments: Texts.of(repeat each argument))
    return placeholder()
  }
}

/// An asynchronous closure that reports an issue when it is called and then throws an ``UnimplementedFailure``.
///
/// - Parameters:
///   - description: What is missing.
///   - fileID: The file that issues stand in.
///   - filePath: The path of that file.
///   - function: The declaration that the closure is made in.
///   - line: The line that issues stand at.
///   - column: The column that issues stand at.
/// - Returns: The closure.
public func unimplemented<each Argument, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> _UnimplementedAsyncThrowingClosure<repeat each Argument, Result> {
  let origin = UnimplementedOrigin(fileID, filePath, function, line, column)
  return { (argument: repeat each Argument) in
    let text = description()
    origin.report(text, arguments: Texts.of(repeat each argument))
    throw UnimplementedFailure(description: text)
  }
}

/// An asynchronous closure that reports an issue when it is called and then throws the given error.
///
/// - Parameters:
///   - description: What is missing.
///   - failure: What a call throws; evaluated for each call.
///   - fileID: The file that issues stand in.
///   - filePath: The path of that file.
///   - function: The declaration that the closure is made in.
///   - line: The line that issues stand at.
///   - column: The column that issues stand at.
/// - Returns: The closure.
public func unimplemented<each Argument, Failure: Error, Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  throwing failure: @autoclosure @escaping @Sendable () -> Failure,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> _UnimplementedAsyncTypedThrowingClosure<repeat each Argument, Failure, Result> {
  let origin = UnimplementedOrigin(fileID, filePath, function, line, column)
  return { (argument: repeat each Argument) throws(Failure) in
    origin.report(description(), arguments: Texts.of(repeat each argument))
    throw failure()
  }
}

/// Reports an issue at once and returns a placeholder, for a dependency that is no closure.
///
/// - Parameters:
///   - description: What is missing.
///   - placeholder: What is returned.
///   - fileID: The file that the issue stands in.
///   - filePath: The path of that file.
///   - function: The declaration that the call stands in.
///   - line: The line that the issue stands at.
///   - column: The column that the issue stands at.
/// - Returns: The placeholder.
@_disfavoredOverload
public func unimplemented<Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  placeholder: @autoclosure @escaping @Sendable () -> Result = (),
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> Result {
  UnimplementedOrigin(fileID, filePath, function, line, column)
    .report(description(), arguments: nil)
  return placeholder()
}

/// Reports an issue at once and stops the process with the same text, for a whole value that has no placeholder.
///
/// Write it as the test value of a dependency that every test must override. A test that overrides the value never
/// evaluates it.
///
/// - Parameters:
///   - description: What is missing.
///   - fileID: The file that the issue stands in.
///   - filePath: The path of that file.
///   - function: The declaration that the call stands in.
///   - line: The line that the issue stands at.
///   - column: The column that the issue stands at.
/// - Returns: Never.
@_disfavoredOverload
public func unimplemented<Result>(
  _ description: @autoclosure @escaping @Sendable () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  function: StaticString = #function,
  line: UInt = #line,
  column: UInt = #column
) -> Result {
  let origin = UnimplementedOrigin(fileID, filePath, function, line, column)
  let text = description()
  origin.report(text, arguments: nil)
  fatalError(origin.message(text, arguments: nil), file: (filePath), line: line)
}

/// The asynchronous closure that ``unimplemented(_:placeholder:fileID:filePath:function:line:column:)`` makes.
public typealias _UnimplementedAsyncClosure<each Argument, Result> =
  @Sendable @concurrent (repeat each Argument) async -> sending Result

/// The asynchronous throwing closure that ``unimplemented(_:fileID:filePath:function:line:column:)`` makes.
public typealias _UnimplementedAsyncThrowingClosure<each Argument, Result> =
  @Sendable @concurrent (repeat each Argument) async throws -> sending Result

/// The closure that ``unimplemented(_:throwing:fileID:filePath:function:line:column:)`` makes.
public typealias _UnimplementedAsyncTypedThrowingClosure<each Argument, Failure: Error, Result> =
  @Sendable @concurrent (repeat each Argument) async throws(Failure) -> sending Result

/// What a closure made by `unimplemented` throws.
public struct UnimplementedFailure: Error {
  /// What is missing.
  public let description: String

  /// Makes a failure.
  ///
  /// - Parameter description: What is missing.
  public init(description: String) {
    self.description = description
  }
}

/// Where something unimplemented was written.
private struct UnimplementedOrigin: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let function: StaticString
  let line: UInt
  let column: UInt

  init(
    _ fileID: StaticString, _ filePath: StaticString, _ function: StaticString, _ line: UInt,
    _ column: UInt
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.function = function
    self.line = line
    self.column = column
  }

  func report(_ description: String, arguments: [String]?) {
    reportIssue(
      message(description, arguments: arguments), fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  func message(_ description: String, arguments: [String]?) -> String {
    var text = "Unimplemented\(description.isEmpty ? " …" : ": \(description)")"
    text += "\n\n  Written in '\(function)' at \(fileID):\(line)"
    guard let arguments else { return text }
    let list = arguments.joined(separator: ", ")
    text += "\n  Called with \(arguments.count == 1 ? list : "(\(list))")"
    return text
  }
}

private enum Texts {
  static func of<each Argument>(_ argument: repeat each Argument) -> [String] {
    var texts: [String] = []
    for argument in repeat each argument {
      texts.append(String(reflecting: argument))
    }
    return texts
  }
}
