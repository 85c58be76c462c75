public import CDependencyAtomics

#if canImport(SwiftUI)
  import SwiftUI
#endif

/// Reads a dependency.
///
/// ```swift
/// final class TodosModel {
///   @Dependency(\.continuousClock) var clock
///   @Dependency(\.uuid) var uuid
///   @Dependency(APIClient.self) var api
///   @Dependency(\.date.now) var now
/// }
/// ```
///
/// The wrapper keeps the values of the scope in which it was made. A read sees the overrides of the scope that runs, then the
/// kept ones, then the default. It works as a stored property and as a local variable; a static or global one keeps the values
/// of its first use for good.
///
/// In a SwiftUI view, the overrides of the view's environment count as kept ones.
///
/// A read costs a task-local read, a key path's call and a look-up; by type, no key path is involved. A wrapper takes 40 bytes,
/// and where there is SwiftUI what an `Environment` property adds.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  @usableFromInline
  var captured: ValuesStorage?
  @usableFromInline
  let source: DependencySource
  @usableFromInline
  let location: SourceLocation
  #if canImport(SwiftUI)
    @Environment(\.dependencies) var environment
  #endif

  @usableFromInline
  init(source: DependencySource, location: SourceLocation) {
    captured = DependencyValues.seen.captured
    self.source = source
    self.location = location
  }

  /// The value of the dependency in the running scope.
  @inlinable
  public var wrappedValue: Value {
    @_transparent get { Self.read(captured, source, location) }
  }

  /// Takes the parts of a wrapper, not the wrapper, so that a caller copies two references and not five words in memory. It is
  /// called and not inlined, so that the caller keeps what the parts refer to alive until the value was read.
  @inlinable @inline(never)
  static func read(
    _ captured: ValuesStorage?, _ source: DependencySource, _ location: SourceLocation
  ) -> Value {
    let bound = BorrowedValues.bound
    let captured = unsafeBitCast(captured, to: Unmanaged<ValuesStorage>?.self)
    var values = bound
    var made: Unmanaged<ValuesStorage>?
    if graft_read_frame() != nil || !bound.has(captured) {
      values = bound.seen.over(captured, made: &made)
    }
    let value: Value = source.read(values, bound: bound.storage, declaration: location)
    made?.release()
    return value
  }
}

// MARK: - Creating

extension Dependency {
  /// Reads a dependency by a property of ``DependencyValues``, or a part of one: `\.date.now`.
  ///
  /// - Parameters:
  ///   - keyPath: The way to the value.
  ///   - fileID: Where issues with the value are reported. The default is the place of the declaration.
  ///   - filePath: The same as a path.
  ///   - line: The same as a line.
  ///   - column: The same as a column.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(source: DependencySource(keyPath, declaredAt: location), location: location)
  }

  /// Reads a dependency by its key, for which no property is needed.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: Where issues with the value are reported. The default is the place of the declaration.
  ///   - filePath: The same as a path.
  ///   - line: The same as a line.
  ///   - column: The same as a column.
  @inlinable
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    self.init(
      source: DependencySource(KeyReader<Key>.self),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Reads a value as a type that it is cast to at each read, for tests that know what they put in.
  package init<Other>(
    _ keyPath: any KeyPath<DependencyValues, Other> & Sendable,
    castingWith cast: @escaping @Sendable (Other) -> Value,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    self.init(
      source: DependencySource(CastReader { values, _ in cast(values[keyPath: keyPath]) }),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The same for a key.
  package init<Key: TestDependencyKey>(
    _ key: Key.Type, castingWith cast: @escaping @Sendable (Key.Value) -> Value,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    let reader: KeyReading<Key.Value>.Type = KeyReader<Key>.self
    self.init(
      source: DependencySource(
        CastReader { values, location in cast(reader.resolve(values, location)) }),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Makes these values the ones that the wrapper keeps, as if it had been made under them.
  @_spi(DependencyInstallation)
  public mutating func install(_ values: DependencyValues) {
    captured = .merging(front: values.merged, back: captured)
  }
}
