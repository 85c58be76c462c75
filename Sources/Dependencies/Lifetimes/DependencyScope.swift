import DependencySupport

/// A stretch of a program's life that dependencies can belong to: a session, a request, a document.
///
/// Declare it, say which keys live in it (``ScopedDependencyKey``), and open an instance where it begins:
///
/// ```swift
/// extension DependencyScope {
///   static let request = DependencyScope("request")
/// }
///
/// await withDependencyScope(.request) {
///   // Scoped keys have values of this request here.
/// }
/// ```
///
/// Where the end is not that of a block, hold the instance:
///
/// ```swift
/// let session = DependencyScope.session.open()
/// session.run { … }
/// await session.close()
/// ```
///
/// Scopes are equal if their names are. Values belong to an instance, never to the name: two open sessions are separate.
public struct DependencyScope: Hashable, Sendable {
  /// The name, for messages.
  let name: String
  /// Stands for the name in a set of overrides.
  let key: UInt

  /// A scope.
  ///
  /// - Parameter name: Tells it from other scopes. Instances of scopes with one name are found under each other's.
  public init(_ name: String) {
    self.name = name
    key = Self.keys.key(for: name)
  }

  private static let keys = ScopeKeys()

  public static func == (left: DependencyScope, right: DependencyScope) -> Bool {
    left.key == right.key
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// Gives each name of a scope a key that no type has: the address of an object that is never freed.
///
/// Sendable because the table is under the lock.
private final class ScopeKeys: @unchecked Sendable {
  private final class Key: Sendable {}

  private let lock = Lock()
  private var keys: [String: Key] = [:]

  func key(for name: String) -> UInt {
    lock.withLock {
      let key = keys[name] ?? Key()
      keys[name] = key
      return UInt(bitPattern: Unmanaged.passUnretained(key).toOpaque())
    }
  }
}

// MARK: - Opening

extension DependencyScope {
  /// Opens an instance, whose values are fresh.
  ///
  /// - Returns: The instance. Nothing is read through it until ``Instance/run(_:)`` is called. Close it with
  ///   ``Instance/close()``; one that is let go without is forgotten with its values, and none is disposed of.
  public func open() -> Instance { Instance(self) }

  /// A scope that was opened.
  public final class Instance: Sendable {
    private let contents: ScopeContents
    private let entry: ScopeOverride

    fileprivate init(_ scope: DependencyScope) {
      contents = ScopeContents(scope: scope)
      entry = ScopeOverride(contents)
    }

    /// Runs an operation inside the scope. It follows tasks and continuations, as overrides do.
    ///
    /// - Parameter operation: What runs inside.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    public func run<R>(_ operation: () throws -> R) rethrows -> R {
      try DependencyValues.seen.inside(entry).bind(operation)
    }

    /// Runs an operation that can be suspended inside the scope.
    ///
    /// - Parameters:
    ///   - isolation: The actor that the operation runs on. The default is the caller's.
    ///   - operation: What runs inside.
    /// - Returns: What the operation returns.
    /// - Throws: What the operation throws.
    public func run<R>(
      isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> R
    ) async rethrows -> R {
      try await DependencyValues.seen.inside(entry).bind(isolation: isolation, operation)
    }

    /// Ends the scope: disposes of its values in reverse order of their creation, each once, and lets go of all of them.
    ///
    /// It waits for each, and goes on when one throws, which is reported as an issue. They run inside the scope. A second call
    /// waits for the first one's end. What was made of the scope's values elsewhere is let go of too.
    public func close() async { await run { await contents.close() } }

    /// Whether the scope was closed. Reads through a closed one are issues.
    public var isClosed: Bool { contents.isClosed }
  }
}

/// Opens a scope, runs an operation inside it, and closes it when the operation ends or throws.
///
/// - Parameters:
///   - scope: The scope.
///   - isolation: The actor that the operation runs on. The default is the caller's.
///   - operation: What runs inside.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws.
public func withDependencyScope<R>(
  _ scope: DependencyScope, isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> R
) async rethrows -> R {
  let instance = scope.open()
  do {
    let result = try await instance.run(isolation: isolation, operation)
    await instance.close()
    return result
  } catch {
    await instance.close()
    throw error
  }
}

extension DependencyValues {
  fileprivate func inside(_ entry: ScopeOverride) -> DependencyValues {
    var storage = merged ?? ValuesStorage(cache: nil)
    ValuesStorage.insert(entry, into: &storage)
    return DependencyValues(storage: storage)
  }

  /// The innermost instance of a scope that is open here.
  func instance(of scope: DependencyScope) -> ScopeOverride? {
    findOverride(scope.key) as? ScopeOverride
  }
}
