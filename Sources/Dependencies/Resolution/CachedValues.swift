import CDependencyAtomics
import DependencySupport

/// The default values that copies of a ``DependencyValues`` share.
///
/// Sendable because the tables are safe to share and the rest is immutable or under the lock of ``Creations``.
@_spi(Internals)
public final class CachedValues: @unchecked Sendable {
  /// The cache of everything that was made under no values of its own. In a test process each test has its own part of it.
  static let process = CachedValues(
    activeWord: graft_root_word(), ownsActiveWord: false,
    owner: isTesting
      ? .runningTest(TestLocal { ContextTables(activeWord: nil) })
      : .everyone(ContextTables(activeWord: graft_root_word())))

  /// Where the table of the active context is published for reads that set no context. For the cache
  /// of a test process it stays zero, so that every such read finds out first which test it belongs to.
  let activeWord: UnsafeMutablePointer<UInt>
  private let ownsActiveWord: Bool
  private let owner: Owner

  private enum Owner {
    case everyone(ContextTables)
    case runningTest(TestLocal<ContextTables>)
  }

  convenience init() {
    let word = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
    word.initialize(to: 0)
    self.init(
      activeWord: word, ownsActiveWord: true, owner: .everyone(ContextTables(activeWord: word)))
  }

  private init(
    activeWord: UnsafeMutablePointer<UInt>, ownsActiveWord: Bool, owner: Owner
  ) {
    self.activeWord = activeWord
    self.ownsActiveWord = ownsActiveWord
    self.owner = owner
  }

  deinit {
    if ownsActiveWord { activeWord.deallocate() }
  }

  /// The tables of the process or, in tests, of the running test.
  var tables: ContextTables {
    switch owner {
    case .everyone(let tables): tables
    case .runningTest(let tables): tables.current
    }
  }

  private nonisolated(unsafe) static let zeroWord: UnsafeMutablePointer<UInt> = {
    let word = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
    word.initialize(to: 0)
    return word
  }()

  /// Where a storage looks for its table without asking which test runs.
  func tableWord(for context: DependencyContext?) -> UnsafeMutablePointer<UInt> {
    guard let context else { return activeWord }
    guard case .everyone(let tables) = owner else { return Self.zeroWord }
    return tables.table(for: context).word
  }

  /// Whether what is published in it is kept as long as the process.
  var isPermanent: Bool {
    guard case .everyone = owner else { return false }
    return !ownsActiveWord
  }

  /// Forgets every default value: the next reads create them anew.
  public func resetCache() {
    switch owner {
    case .everyone(let tables): Creations.lock.withLock { tables.removeAll() }
    case .runningTest(let tables): tables.removeAll()
    }
  }
}

/// The default values of each context, and which context is in force where none is set.
///
/// Sendable because the tables are safe to share, and the first word is written under the lock of ``Creations``, together with
/// the published table, and read atomically.
final class ContextTables: AtomicWords, @unchecked Sendable {
  private let tables = [
    PublishedTable<AnyValueCell>(), PublishedTable<AnyValueCell>(), PublishedTable<AnyValueCell>(),
  ]
  private let activeWord: UnsafeMutablePointer<UInt>?

  init(activeWord: UnsafeMutablePointer<UInt>?) {
    self.activeWord = activeWord
    super.init()
    graft_store_release(firstWord, UInt(DependencyContext.inferred.index))
    table(for: .inferred).publish(to: activeWord)
  }

  func table(for context: DependencyContext) -> PublishedTable<AnyValueCell> {
    tables[context.index]
  }

  var context: DependencyContext {
    .all[Int(graft_load_acquire(firstWord))]
  }

  /// Called under the lock of ``Creations``.
  func activate(_ context: DependencyContext) {
    table(for: self.context).publish(to: nil)
    graft_store_release(firstWord, UInt(context.index))
    table(for: context).publish(to: activeWord)
  }

  /// Called under the lock of ``Creations``.
  func removeAll() {
    for table in tables { table.removeAll() }
  }
}
