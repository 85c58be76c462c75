/// The dependencies of a scope.
///
/// Declare a dependency with a key and a property:
///
/// ```swift
/// private enum CheckoutLimitKey: DependencyKey {
///   static let liveValue = 42
/// }
///
/// extension DependencyValues {
///   var checkoutLimit: Int {
///     get { self[CheckoutLimitKey.self] }
///     set { self[CheckoutLimitKey.self] = newValue }
///   }
/// }
/// ```
///
/// read it with ``Dependency``, and override it for a while with
/// ``withDependencies(_:operation:fileID:filePath:line:column:)``.
///
/// The overrides of a value are its own; default values are shared by all copies. Copying costs a reference count, reading a
/// value that exists takes no lock and allocates nothing, whatever the number of overrides, scopes and keys.
public struct DependencyValues: Sendable {
  /// The current values; nil where there are no overrides and the cache of the process is used, so that nothing is retained.
  @usableFromInline
  var storage: ValuesStorage?

  /// The values that a wrapper captured, where they differ: looked at second, and the source of default values.
  @usableFromInline
  var fallback: ValuesStorage?

  @usableFromInline
  init(storage: ValuesStorage?, fallback: ValuesStorage? = nil) {
    self.storage = storage
    self.fallback = fallback
  }
}

// MARK: - Creating

extension DependencyValues {
  /// Values without overrides, whose default values are created anew.
  ///
  /// You rarely need it: the values of the running scope are read with ``Dependency``.
  public init() {
    self.init(storage: ValuesStorage(cache: CachedValues()))
  }

  package init(context: DependencyContext) {
    self.init()
    self.context = context
  }

  /// New values in the live context.
  public static var live: DependencyValues { DependencyValues(context: .live) }

  /// New values in the preview context.
  public static var preview: DependencyValues { DependencyValues(context: .preview) }

  /// New values in the test context.
  public static var test: DependencyValues { DependencyValues(context: .test) }
}

// MARK: - Reading and writing

extension DependencyValues {
  /// The value of a key, for the property of `DependencyValues` that stands for it.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: Where an issue with the value is reported if no `@Dependency` reads it.
  ///   - filePath: The same as a path.
  ///   - line: The same as a line.
  ///   - column: The same as a column.
  ///   - function: The name of the property, for messages.
  /// - Returns: The override of this scope, else the default value of its context, which is created at its first read.
  @inlinable
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column,
    function function: StaticString = #function
  ) -> Key.Value {
    get {
      let id = UInt(bitPattern: ObjectIdentifier(key))
      // These values keep what is found alive until it is copied.
      defer { _fixLifetime(self) }
      if let place = BorrowedValues(self).existingPlace(id) {
        return place.assumingMemoryBound(to: Key.Value.self).pointee
      }
      return resolve(
        key, property: function, fileID: fileID, filePath: filePath, line: line, column: column)
    }
    set {
      set(
        key, to: newValue, property: function,
        location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }

  /// The value of a key that has no property of its own: `$0[APIClient.self] = .mock`.
  @_disfavoredOverload @inlinable
  public subscript<Key: TestDependencyKey>(type: Key.Type) -> Key.Value {
    get {
      self[type, fileID: #fileID, filePath: #filePath, line: #line, column: #column, function: ""]
    }
    set {
      self[type, fileID: #fileID, filePath: #filePath, line: #line, column: #column, function: ""] =
        newValue
    }
  }

  @usableFromInline @inline(never)
  func resolve<Key: TestDependencyKey>(
    _ key: Key.Type, property: StaticString, fileID: StaticString, filePath: StaticString,
    line: UInt, column: UInt
  ) -> Key.Value {
    resolve(
      key, property: property, declaration: nil,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

// MARK: - Propagating

extension DependencyValues {
  /// The values of the scope that runs now.
  ///
  /// It follows structured concurrency and `Task { }`, as every task-local does. Use
  /// `withEscapedDependencies` to carry it into other closures.
  @TaskLocal public static var _current = DependencyValues(storage: nil)

  /// The values that a read sees now: the bound ones or, inside an accessor that reads for a wrapper, the wrapper's.
  @inlinable
  static var seen: DependencyValues { BorrowedValues.bound.seen.retained }

  /// The same as one set.
  @inlinable
  static var seenAsOne: DependencyValues {
    let seen = BorrowedValues.bound.seen
    return seen.fallback == nil ? seen.retained : seen.retained.asOne
  }

  @usableFromInline @inline(never)
  var asOne: DependencyValues { DependencyValues(storage: merged) }

  /// What an object keeps that is made now.
  @usableFromInline
  var captured: ValuesStorage? {
    fallback == nil ? storage?.captured : merged?.captured
  }
}

// MARK: - The cache

extension DependencyValues {
  /// The default values that copies of these values share.
  @_spi(Internals)
  public var cachedValues: CachedValues { cache }

  /// Forgets the default values that copies of these values share.
  @_spi(Beta)
  @available(
    *, deprecated,
    message: "Take new values, or a dependencies trait, where a test needs fresh ones."
  )
  public func resetCache() { cache.resetCache() }
}
