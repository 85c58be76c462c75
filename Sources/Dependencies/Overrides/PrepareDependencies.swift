/// Sets default values for the whole life of the program, where it starts.
///
/// ```swift
/// @main
/// struct Bookmarks {
///   static func main() throws {
///     try prepareDependencies {
///       $0.defaultDatabase = try Database(path: path)
///     }
///   }
/// }
/// ```
///
/// Each key can be prepared once, before anyone reads it. A key that was read or prepared, or that the running scope overrides,
/// stays as it is, and an issue names who was first. In previews, a key that was only read may still be prepared, and what the
/// app's own entry point prepares has no effect: it runs beside the preview, which sees what its own traits prepare.
///
/// - Parameters:
///   - updateValues: Sets the values. What it throws is thrown on; what it had set by then stays set.
///   - fileID: Named as the place of the preparation in issues. The default is the caller's.
///   - filePath: The same as a path.
///   - line: The same as a line.
///   - column: The same as a column.
/// - Returns: What the closure returns.
public func prepareDependencies<R>(
  _ updateValues: (inout DependencyValues) throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  var values = DependencyValues.preparing(at: location)
  return try UpdateFrame(location: location).run { try updateValues(&values) }
}

/// The same with a closure that can be suspended.
///
/// - Parameters:
///   - updateValues: Sets the values. What it throws is thrown on; what it had set by then stays set.
///   - isolation: The actor that the closure runs on. The default is the caller's.
///   - fileID: Named as the place of the preparation in issues. The default is the caller's.
///   - filePath: The same as a path.
///   - line: The same as a line.
///   - column: The same as a column.
/// - Returns: What the closure returns.
public func prepareDependencies<R>(
  _ updateValues: (inout DependencyValues) async throws -> R,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> R {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  var values = DependencyValues.preparing(at: location)
  return try await UpdateFrame(location: location).run(isolation: isolation) {
    try await updateValues(&values)
  }
}

extension DependencyValues {
  fileprivate static func preparing(at location: SourceLocation) -> DependencyValues {
    #if canImport(SwiftUI)
      if PreviewHost.isStartingApp { return DependencyValues() }
    #endif
    let base = seen.merged ?? ValuesStorage(cache: nil)
    return DependencyValues(storage: base.preparing(Preparation(location: location)))
  }
}
