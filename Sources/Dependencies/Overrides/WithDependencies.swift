/// Overrides dependencies while an operation runs.
///
/// ```swift
/// let model = withDependencies {
///   $0.date.now = Date(timeIntervalSince1970: 1_234_567_890)
/// } operation: {
///   FeatureModel()
/// }
/// ```
///
/// The overrides reach everything that the operation calls, its child tasks and its `Task { }`s, and nothing else; other
/// escaping closures need `withEscapedDependencies`. An object that the operation returns keeps them.
///
/// - Parameters:
///   - updateValuesForOperation: Sets the overrides.
///   - operation: What runs with them.
///   - fileID: Named as the place of the overrides in issues and explanations. The default is the caller's.
///   - filePath: The same as a path.
///   - line: The same as a line.
///   - column: The same as a column.
/// - Returns: What the operation returns. An object without a `@Dependency` is remembered weakly with the values, for
///   ``withDependencies(from:operation:fileID:filePath:line:column:)``.
/// - Throws: What either closure throws.
@discardableResult @inlinable
public func withDependencies<R>(
  _ updateValuesForOperation: (inout DependencyValues) throws -> Void,
  operation: () throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  var values = DependencyValues.seenAsOne
  try UpdateFrame(location: location).run { try updateValuesForOperation(&values) }
  return try values.bind(operation)
}

/// Overrides dependencies while an operation runs, both of which can be suspended.
///
/// - Parameters:
///   - isolation: The actor that both closures run on. The default is the caller's.
///   - updateValuesForOperation: Sets the overrides.
///   - operation: What runs with them.
///   - fileID: Named as the place of the overrides in issues and explanations. The default is the caller's.
///   - filePath: The same as a path.
///   - line: The same as a line.
///   - column: The same as a column.
/// - Returns: What the operation returns; see ``withDependencies(_:operation:fileID:filePath:line:column:)``.
/// - Throws: What either closure throws.
@discardableResult
public func withDependencies<R>(
  isolation: isolated (any Actor)? = #isolation,
  _ updateValuesForOperation: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> R {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  var values = DependencyValues.seenAsOne
  try await UpdateFrame(location: location).run(isolation: isolation) {
    try await updateValuesForOperation(&values)
  }
  return try await values.bind(isolation: isolation, operation)
}

extension DependencyValues {
  /// The current values with a count of their own.
  @inlinable @inline(__always)
  var retainedStorage: Unmanaged<ValuesStorage>? {
    guard let storage else { return nil }
    return Unmanaged.passRetained(storage)
  }

  /// Runs an operation with these values and remembers the object that it returns.
  @inlinable @inline(__always)
  consuming func bind<R>(_ operation: () throws -> R) rethrows -> R {
    try ValuesStorage.bind(retainedStorage) {
      try UpdateFrame.leave {
        let result = try operation()
        ModelRegistry.rememberObject(result)
        return result
      }
    }
  }

  func bind<R>(
    isolation: isolated (any Actor)?, _ operation: () async throws -> R
  ) async rethrows -> R {
    try await Self.$_current.withValue(
      self,
      operation: {
        try await UpdateFrame.leave(isolation: isolation) {
          let result = try await operation()
          ModelRegistry.rememberObject(result)
          return result
        }
      }, isolation: isolation)
  }
}
