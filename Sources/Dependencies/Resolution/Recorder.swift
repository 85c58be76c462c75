import CDependencyAtomics
import DependencySupport

/// Notes which keys a creation reads, and which of them were overridden when it began.
///
/// It travels with the values that the creation runs with, so it also reaches what the creation starts. Once the creation has
/// finished it is inert: a task that outlives it records nothing, and what keeps the values keeps nothing else alive.
///
/// Sendable because the first word is atomic, the rest of its state is under the lock, and everything else is immutable.
@usableFromInline
final class Recorder: AtomicWords, @unchecked Sendable {
  /// The key whose value is created.
  let keyType: Any.Type
  /// How the read that led to the creation named the value, for messages.
  let subject: ReadSubject
  /// The values when the creation began. An override that the creation makes itself is none that it depends on.
  /// Nil once it has finished: the base has the very overrides that the value may belong to.
  private var base: ValuesStorage?
  /// What the value is created in. Nil once it has finished.
  private var cell: AnyValueCell?
  private let lock = Lock()
  private var reads: [UInt: OverrideIdentity] = [:]
  private var readKeys: Set<UInt> = []
  private var heldBackIssue: (@Sendable (SourceLocation) -> Void)?

  /// Is told of each read, before it is answered.
  let trace: ReadTrace?

  init(
    cell: AnyValueCell, subject: ReadSubject, base: ValuesStorage?, trace: ReadTrace? = nil
  ) {
    self.trace = trace
    self.cell = cell
    keyType = cell.keyType
    self.subject = subject
    self.base = base
  }

  var isFinished: Bool {
    graft_load_acquire(firstWord) != 0
  }

  /// What is being created; nil once it has finished.
  var creatingCell: AnyValueCell? { lock.withLock { cell } }

  func noteOverride(_ override: AnyOverride) {
    guard !isFinished else { return }
    note(
      reads: [OverriddenRead(key: override.key, identity: override.identity)], keys: [override.key])
  }

  /// Notes a read, and everything that the value which was read depends on itself.
  func note(reads newReads: [OverriddenRead], keys: some Sequence<UInt>) {
    guard !isFinished else { return }
    lock.withLock {
      guard !isFinished else { return }
      for read in newReads where isInBase(read) { reads[read.key] = read.identity }
      readKeys.formUnion(keys)
    }
  }

  private func isInBase(_ read: OverriddenRead) -> Bool {
    base?.find(read.key)?._withUnsafeGuaranteedRef { $0.identity === read.identity } ?? false
  }

  /// Keeps an issue that must not be reported while a part of the value is being overridden.
  func holdBack(_ issue: @escaping @Sendable (SourceLocation) -> Void) {
    lock.withLock { heldBackIssue = issue }
  }

  struct Notes {
    var reads: [OverriddenRead]
    var readKeys: Set<UInt>
    var heldBackIssue: (@Sendable (SourceLocation) -> Void)?
  }

  func finish() -> Notes {
    lock.withLock {
      graft_store_release(firstWord, 1)
      base = nil
      cell = nil
      return Notes(
        reads: reads.map { OverriddenRead(key: $0.key, identity: $0.value) }, readKeys: readKeys,
        heldBackIssue: heldBackIssue)
    }
  }
}

/// How a read names what it reads, and where it stands.
struct ReadSubject: Sendable {
  /// The name of the property of `DependencyValues`, where there is one.
  var property: String?
  /// The declaration of the `@Dependency` that reads, where there is one.
  var declaration: SourceLocation?
  /// Where an issue with the value is reported.
  var location: SourceLocation
}

/// The keys that were read, in the order of their first reads.
///
/// Sendable because the list is under the lock, and types are immutable.
final class ReadTrace: @unchecked Sendable {
  private let lock = Lock()
  private var list: [any TestDependencyKey.Type] = []

  var keys: [any TestDependencyKey.Type] { lock.withLock { list } }

  func note(_ key: any TestDependencyKey.Type) {
    lock.withLock {
      if !list.contains(where: { $0 == key }) { list.append(key) }
    }
  }
}
