import DependencySupport

/// Runs an operation with the dependencies of a model, and with overrides on top of them.
///
/// Make a child of a model inside it, so that the child has what the parent has:
///
/// ```swift
/// let child = withDependencies(from: self) {
///   $0.apiClient = .mock
/// } operation: {
///   ChildModel()
/// }
/// ```
///
/// The model must have a `@Dependency` property, its own or inherited, or must have been returned from an operation of
/// `withDependencies`. If it has neither, an issue says so, and the operation runs with the current values unchanged.
///
/// - Parameters:
///   - model: The object whose values are used. Overrides of the running scope go first.
///   - updateValuesForOperation: Sets the overrides.
///   - operation: What runs with them.
///   - fileID: Where an issue is reported, and named as the place of the overrides. The default is the caller's.
///   - filePath: The same as a path.
///   - line: The same as a line.
///   - column: The same as a column.
/// - Returns: What the operation returns.
/// - Throws: What either closure throws.
@discardableResult @inlinable
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  _ updateValuesForOperation: (inout DependencyValues) throws -> Void,
  operation: () throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  guard var values = DependencyValues(of: model, at: location) else { return try operation() }
  try UpdateFrame(location: location).run { try updateValuesForOperation(&values) }
  return try values.bind(operation)
}

/// Runs an operation with the dependencies of a model.
///
/// See ``withDependencies(from:_:operation:fileID:filePath:line:column:)`` for the parameters.
@discardableResult @inlinable
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  operation: () throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows -> R {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let values = DependencyValues(of: model, at: location) else { return try operation() }
  return try values.bind(operation)
}

/// Runs an operation that can be suspended with the dependencies of a model, and with overrides on top of them.
///
/// See ``withDependencies(from:_:operation:fileID:filePath:line:column:)`` for the parameters; `isolation` is the actor that both
/// closures run on.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  _ updateValuesForOperation: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> R {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  guard var values = DependencyValues(of: model, at: location) else { return try await operation() }
  try await UpdateFrame(location: location).run(isolation: isolation) {
    try await updateValuesForOperation(&values)
  }
  return try await values.bind(isolation: isolation, operation)
}

/// Runs an operation that can be suspended with the dependencies of a model.
///
/// See ``withDependencies(from:_:operation:fileID:filePath:line:column:)`` for the parameters; `isolation` is the actor that the
/// operation runs on.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) async rethrows -> R {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let values = DependencyValues(of: model, at: location) else { return try await operation() }
  return try await values.bind(isolation: isolation, operation)
}

extension DependencyValues {
  /// The values of a model with the current overrides on top; nil, and an issue, if it has none.
  @usableFromInline
  init?(of model: AnyObject, at location: SourceLocation) {
    switch ModelRegistry.values(of: model) {
    case .found(let storage):
      var made: Unmanaged<ValuesStorage>?
      let values = BorrowedValues.bound.seen
        .over(storage.map(Unmanaged.passUnretained), made: &made).retained
      withExtendedLifetime(storage) { made?.release() }
      self.init(storage: values.merged)
    case .none:
      location.report(
        """
        No dependencies to pass on: \(typeName(type(of: model))) has none of its own.

        Give it a '@Dependency' property, or return it from the operation of a 'withDependencies'.
        """)
      return nil
    }
  }
}
