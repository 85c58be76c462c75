import DependencySupport

/// An instance of a scope in a set of overrides.
///
/// To read a scoped key is to read it, so a value that was made of scoped ones belongs to the instance and is seen nowhere else.
final class ScopeOverride: AnyOverride, @unchecked Sendable {
  private let strong: ScopeContents?
  private weak var unretained: ScopeContents?

  init(_ contents: ScopeContents) {
    strong = contents
    unretained = contents
    super.init(
      key: contents.scope.key,
      location: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }

  /// Values in the scope capture the twin, which must not keep the scope's contents alive.
  private init(twinOf original: ScopeOverride) {
    strong = nil
    unretained = original.unretained
    super.init(twinOf: original)
  }

  override func makeTwin() -> AnyOverride { ScopeOverride(twinOf: self) }

  var contents: ScopeContents? { strong ?? unretained }
}

/// What a scope instance goes through, as a value that knows nothing of locks and tasks.
struct ScopeState<Disposable> {
  private enum Phase { case open, closing, closed }

  private var phase = Phase.open
  private var created: [Disposable] = []

  var isClosed: Bool { phase == .closed }

  /// Takes in a value that was made in the scope; false if the scope is no longer open and somebody else must end it.
  mutating func adopt(_ disposable: Disposable) -> Bool {
    guard phase == .open else { return false }
    created.append(disposable)
    return true
  }

  /// What must be disposed of, in this order; nil if the scope is being closed already.
  mutating func beginClosing() -> [Disposable]? {
    guard phase == .open else { return nil }
    phase = .closing
    defer { created = [] }
    return created.reversed()
  }

  mutating func endClosing() { phase = .closed }
}

/// The values of one scope instance.
///
/// Sendable because everything that changes is under the lock.
final class ScopeContents: @unchecked Sendable {
  let scope: DependencyScope
  private let lock = Lock()
  private var state = ScopeState<any DisposableDependency>()
  private var closing: Task<Void, Never>?
  private var tables: ContextTables? = ContextTables(activeWord: nil)

  init(scope: DependencyScope) {
    self.scope = scope
  }

  var isClosed: Bool { lock.withLock { state.isClosed } }

  /// The values in a context; nil once the scope is closed.
  func table(for context: DependencyContext) -> PublishedTable<AnyValueCell>? {
    lock.withLock { tables?.table(for: context) }
  }

  /// Takes in a value that was made in the scope. One that comes after the end is disposed of at once.
  func adopt<Value>(_ value: Value) {
    guard let disposable = value as? any DisposableDependency else { return }
    guard !lock.withLock({ state.adopt(disposable) }) else { return }
    Task { await Self.dispose(of: disposable, in: scope) }
  }

  func close() async {
    let task = lock.withLock { () -> Task<Void, Never> in
      if let closing { return closing }
      let disposables = state.beginClosing() ?? []
      let task = Task {
        for disposable in disposables { await Self.dispose(of: disposable, in: self.scope) }
        self.end()
      }
      closing = task
      return task
    }
    await task.value
  }

  private func end() {
    let values = lock.withLock { () -> ContextTables? in
      state.endClosing()
      defer { tables = nil }
      return tables
    }
    withExtendedLifetime(values) {}
  }

  private static func dispose(
    of disposable: any DisposableDependency, in scope: DependencyScope
  ) async {
    do {
      try await disposable.dispose()
    } catch {
      reportIssue(
        error, "\(typeName(type(of: disposable))) could not be disposed of in scope '\(scope.name)'"
      )
    }
  }
}

/// Reads of scoped keys that have no open scope.
enum ScopeIssue {
  static func report<Key: TestDependencyKey>(
    _ key: Key.Type, in scope: DependencyScope, isClosed: Bool = false, for read: ReadSubject
  ) {
    guard UpdateFrame.current == nil else { return }
    let what = isClosed ? "was closed" : "is not open"
    read.location.report(
      """
      \(typeName(key)) lives in the scope '\(scope.name)', which \(what) where it was read.

      Read it inside 'withDependencyScope' or the 'run' of an instance that is open, or override it. A value was made for \
      this read alone.
      """)
  }
}
