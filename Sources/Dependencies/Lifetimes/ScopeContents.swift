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

  override func makeIdentity() -> OverrideIdentity { contents?.dependents ?? super.makeIdentity() }

  var contents: ScopeContents? { strong ?? unretained }
}

/// The values outside of a scope instance that were made of what is in it.
///
/// Sendable because everything that changes is under the lock.
final class ScopeDependents: OverrideIdentity, @unchecked Sendable {
  private let lock = Lock()
  private var isOver = false
  private var values = WeakList<AnyOwnedValue>()

  override var endsValues: Bool { true }

  override func adopt(_ value: AnyOwnedValue, holding held: inout [Any]) -> Bool {
    lock.withLock {
      if !isOver { values.add(value, holding: &held) }
      return !isOver
    }
  }

  /// Lets go of the values, and of all that come later.
  func end() {
    let values = lock.withLock { () -> [AnyOwnedValue] in
      isOver = true
      return self.values.elements
    }
    for value in values { value.end() }
  }
}

/// What a scope instance goes through, as a value that knows nothing of locks and tasks.
struct ScopeState<Disposable> {
  private enum Phase { case open, closing, closed }

  private var phase = Phase.open
  private var created: [Disposable] = []

  var isClosed: Bool { phase == .closed }

  /// Takes in a value that was made in the scope; false if the scope is closed and somebody else must end it.
  mutating func adopt(_ disposable: Disposable) -> Bool {
    guard phase != .closed else { return false }
    created.append(disposable)
    return true
  }

  /// Whether the caller must close the scope, because nobody does.
  mutating func beginClosing() -> Bool {
    guard phase == .open else { return false }
    phase = .closing
    return true
  }

  /// What must be disposed of next: of what is left, that which was made last. Once nothing is left, the scope is closed.
  mutating func next() -> Disposable? {
    if let last = created.popLast() { return last }
    phase = .closed
    return nil
  }
}

/// The values of one scope instance.
///
/// Sendable because everything that changes is under the lock.
final class ScopeContents: @unchecked Sendable {
  let scope: DependencyScope
  let dependents = ScopeDependents()
  private let lock = Lock()
  private var state = ScopeState<any DisposableDependency>()
  private var closing: Task<Void, Never>?
  private var tables: ContextTables? = ContextTables(activeWord: nil)

  /// The instances that are being closed by what runs here.
  @TaskLocal private static var closingHere: [ScopeContents] = []

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
    // A value that closes its own scope when it is disposed of must not wait for itself.
    if Self.closingHere.contains(where: { $0 === self }) { return }
    let task = lock.withLock { () -> Task<Void, Never>? in
      guard state.beginClosing() else { return closing }
      let task = Self.$closingHere.withValue(Self.closingHere + [self]) {
        Task { await self.disposeOfAll() }
      }
      closing = task
      return task
    }
    await task?.value
  }

  private func disposeOfAll() async {
    while let disposable = lock.withLock({ state.next() }) {
      await Self.dispose(of: disposable, in: scope)
    }
    let (values, task) = lock.withLock { () -> (ContextTables?, Task<Void, Never>?) in
      defer {
        tables = nil
        closing = nil
      }
      return (tables, closing)
    }
    withExtendedLifetime((values, task)) {}
    dependents.end()
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

/// The scope instance that lives as long as the value which was being created when this was made, if that was one of a scope.
/// What that value makes later on, the instance disposes of too.
///
/// Sendable because a weak reference is written once, before it is shared.
final class ScopeHome: @unchecked Sendable {
  private(set) weak var contents: ScopeContents?

  init() {
    let values = DependencyValues._current
    guard let scope = values.recorder?.creatingCell?.scope else { return }
    contents = values.instance(of: scope)?.contents
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
