public import Dependencies

extension Dependency {
  /// Reads a dependency as the type that a test has put in.
  ///
  /// ```swift
  /// @Suite(.dependency(\.continuousClock, TestClock()))
  /// struct FeatureTests {
  ///   @Dependency(\.continuousClock, as: TestClock<Duration>.self) var clock
  /// }
  /// ```
  ///
  /// A read stops the test process if the value is of another type.
  ///
  /// - Parameters:
  ///   - keyPath: Which dependency.
  ///   - type: The type that it has here.
  ///   - fileID: Where issues with the value are reported. The default is the place of the declaration.
  ///   - filePath: The same as a path.
  ///   - line: The same as a line.
  ///   - column: The same as a column.
  public init<T>(
    _ keyPath: any KeyPath<DependencyValues, T> & Sendable, as type: Value.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      keyPath, castingWith: { cast($0, to: Value.self, filePath: filePath, line: line) },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Reads a dependency by its key as the type that a test has put in.
  ///
  /// A read stops the test process if the value is of another type.
  ///
  /// - Parameters:
  ///   - key: Which dependency.
  ///   - type: The type that it has here.
  ///   - fileID: Where issues with the value are reported. The default is the place of the declaration.
  ///   - filePath: The same as a path.
  ///   - line: The same as a line.
  ///   - column: The same as a column.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type, as type: Value.Type, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      key, castingWith: { cast($0, to: Value.self, filePath: filePath, line: line) },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

private func cast<From, To>(
  _ value: From, to type: To.Type, filePath: StaticString, line: UInt
) -> To {
  guard let result = value as? To else {
    fatalError(
      """
      The dependency is a \(Swift.type(of: value as Any)), not a \(type). Put one in with a trait of the test or suite: \
      '.dependency(\\.name, value)'.
      """, file: filePath, line: line)
  }
  return result
}
