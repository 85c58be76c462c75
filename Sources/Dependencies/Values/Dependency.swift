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
/// A read costs a task-local read, a key path's call and a look-up; by type, no key path is involved. A wrapper takes 40 bytes.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  @usableFromInline
  var captured: ValuesStorage?
  @usableFromInline
  let source: DependencySource<Value>
  @usableFromInline
  let location: SourceLocation

  @usableFromInline
  init(source: DependencySource<Value>, location: SourceLocation) {
    captured = DependencyValues.seen.captured
    self.source = source
    self.location = location
  }

  /// The value of the dependency in the running scope.
  @inlinable
  public var wrappedValue: Value {
    let bound = DependencyValues._current
    let current = DependencyValues.seen(bound: bound)
    let values = current.over(captured)
    switch source {
    case .keyPath(let keyPath):
      return ReadFrame(bound: bound, values: values, declaration: location)
        .run { values[keyPath: keyPath] }
    case .key(let reader):
      return reader.read(values, location)
    case .cast(let reader):
      return ReadFrame(bound: bound, values: values, declaration: location)
        .run { reader.read(values, location) }
    }
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
    self.init(
      source: .keyPath(keyPath),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
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
      source: .key(KeyReader<Key>.self),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Reads a value as a type that it is cast to at each read, for tests that know what they put in.
  package init<Other>(
    _ keyPath: any KeyPath<DependencyValues, Other> & Sendable,
    castingWith cast: @escaping @Sendable (Other) -> Value,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    self.init(
      source: .cast(CastReader { values, _ in cast(values[keyPath: keyPath]) }),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The same for a key.
  package init<Key: TestDependencyKey>(
    _ key: Key.Type, castingWith cast: @escaping @Sendable (Key.Value) -> Value,
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    let reader: KeyReading<Key.Value>.Type = KeyReader<Key>.self
    self.init(
      source: .cast(CastReader { values, location in cast(reader.read(values, location)) }),
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Makes these values the ones that the wrapper keeps, as if it had been made under them.
  @_spi(DependencyInstallation)
  public mutating func install(_ values: DependencyValues) {
    captured = .merging(front: values.merged, back: captured)
  }
}

// MARK: - Where a wrapper reads from

/// The way from values to the one that a wrapper reads, in eight bytes.
@usableFromInline
enum DependencySource<Value>: Sendable {
  case keyPath(any KeyPath<DependencyValues, Value> & Sendable)
  case key(KeyReading<Value>.Type)
  case cast(CastReader<Value>)
}

/// Reads by key through a class's table of methods: the type of the key stands in a single word.
@usableFromInline
class KeyReading<Value> {
  @usableFromInline
  class func read(_ values: DependencyValues, _ location: SourceLocation) -> Value {
    fatalError("KeyReading is abstract: only KeyReader is ever stored")
  }
}

@usableFromInline
final class KeyReader<Key: TestDependencyKey>: KeyReading<Key.Value> {
  @inlinable
  override class func read(_ values: DependencyValues, _ location: SourceLocation) -> Key.Value {
    if let value = values.existingValue(Key.self) { return value }
    return values.resolve(Key.self, property: nil, declaration: location, location: location)
  }
}

@usableFromInline
final class CastReader<Value>: Sendable {
  @usableFromInline
  let read: @Sendable (DependencyValues, SourceLocation) -> Value

  init(_ read: @escaping @Sendable (DependencyValues, SourceLocation) -> Value) {
    self.read = read
  }
}
