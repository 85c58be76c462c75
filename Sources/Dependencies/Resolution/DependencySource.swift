/// The way from values to the one that a wrapper reads, in eight bytes, without the type of the value.
///
/// A `keptKeyPath` is one of ``DeclaredKeyPaths``, which are never freed.
///
/// Sendable because key paths are taken in only if they are, types are immutable, and a cast's closure is `@Sendable`.
@usableFromInline
enum DependencySource: @unchecked Sendable {
  case keyPath(AnyKeyPath)
  case keptKeyPath(Unmanaged<AnyKeyPath>)
  case key(AnyKeyReader.Type)
  case cast(AnyObject)

  init<Value>(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable, declaredAt location: SourceLocation
  ) {
    self =
      DeclaredKeyPaths.keeps(keyPath, declaredAt: location)
      ? .keptKeyPath(.passUnretained(keyPath)) : .keyPath(keyPath)
  }

  @inlinable @inline(__always)
  init<Key: TestDependencyKey>(_ reader: KeyReader<Key>.Type) {
    self = .key(reader)
  }

  init<Value>(_ reader: CastReader<Value>) {
    self = .cast(reader)
  }

  /// Reads the value. `Value` must be the type that the source was made with: it is not checked.
  @inlinable @inline(__always)
  func read<Value>(
    _ values: BorrowedValues, bound: Unmanaged<ValuesStorage>?, declaration: SourceLocation
  ) -> Value {
    let borrowed: Unmanaged<AnyKeyPath>
    switch self {
    case .keyPath(let keyPath): borrowed = .passUnretained(keyPath)
    case .keptKeyPath(let keyPath): borrowed = keyPath
    case .key(let reader):
      if let place = values.existingPlace(reader.id) {
        return place.assumingMemoryBound(to: Value.self).pointee
      }
      return unsafeBitCast(reader, to: KeyReading<Value>.Type.self)
        .resolve(values.retained, declaration)
    case .cast(let reader):
      return unsafeDowncast(reader, to: CastReader<Value>.self).read(values.retained, declaration)
    }
    return borrowed._withUnsafeGuaranteedRef {
      ReadFrame(bound: bound, values: values, declaration: declaration).read($0)
    }
  }
}

/// The type of a key in a single word: a class whose table of methods knows the key.
@usableFromInline
class AnyKeyReader {
  /// The address of the key's type.
  @usableFromInline
  class var id: UInt { 0 }
}

@usableFromInline
class KeyReading<Value>: AnyKeyReader {
  @usableFromInline
  class func resolve(_ values: DependencyValues, _ declaration: SourceLocation) -> Value {
    fatalError("KeyReading is abstract: only KeyReader is ever stored")
  }
}

@usableFromInline
final class KeyReader<Key: TestDependencyKey>: KeyReading<Key.Value> {
  @inlinable
  override class var id: UInt { UInt(bitPattern: ObjectIdentifier(Key.self)) }

  @usableFromInline
  override class func resolve(
    _ values: DependencyValues, _ declaration: SourceLocation
  ) -> Key.Value {
    values.resolve(Key.self, property: nil, declaration: declaration, location: declaration)
  }
}

/// Reads a value as another type than its own.
@usableFromInline
final class CastReader<Value>: Sendable {
  @usableFromInline
  let read: @Sendable (DependencyValues, SourceLocation) -> Value

  init(_ read: @escaping @Sendable (DependencyValues, SourceLocation) -> Value) {
    self.read = read
  }
}
