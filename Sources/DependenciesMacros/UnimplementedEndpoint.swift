internal import DependencySupport

public func _reportUnimplemented(
  _ endpoint: @autoclosure () -> String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  reportIssue(
    """
    Unimplemented: '\(endpoint())' was called without having been overridden. Override it with 'withDependencies', or \
    give the client a value that implements it.
    """,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

public func _reportMissingTestValue(
  _ entry: String,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  reportIssue(
    """
    '@Dependency(\\.\(entry))' has no test value: its '@DependencyEntry' has only a preview value, which is used now. Give \
    the property a default, or override it with 'withDependencies'.
    """,
    fileID: fileID, filePath: filePath, line: line, column: column)
}

// An endpoint whose type is an alias gets the closure of the overload that fits its type; one that is not async fits
// async types too. The overload that throws comes after those that do not, which fit types that throw as well, and the
// message for types without any comes last.

public func _unimplementedEndpoint<each Argument>(
  _ endpoint: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Void {
  { (_: repeat each Argument) in
    _reportUnimplemented(endpoint, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

public func _unimplementedEndpoint<each Argument, Result>(
  _ endpoint: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) -> Result? {
  { (_: repeat each Argument) in
    _reportUnimplemented(endpoint, fileID: fileID, filePath: filePath, line: line, column: column)
    return nil
  }
}

@_disfavoredOverload
public func _unimplementedEndpoint<each Argument, Result>(
  _ endpoint: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column
) -> @Sendable (repeat each Argument) throws -> Result {
  { (_: repeat each Argument) in
    _reportUnimplemented(endpoint, fileID: fileID, filePath: filePath, line: line, column: column)
    throw Unimplemented(endpoint)
  }
}

@available(
  *, unavailable,
  message:
    "the endpoint has a type for which no closure can be made that reports its use; give it a default closure"
)
@_disfavoredOverload
public func _unimplementedEndpoint<Value>(_ endpoint: String) -> Value {
  // The compiler lets no program call this.
  while true {}
}
