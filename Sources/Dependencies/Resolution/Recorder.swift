import CDependencyAtomics
import DependencySupport

/// Notes which keys a creation reads, and which of them were overridden when it began.
///
/// It travels with the values that the creation runs with, so it also reaches what the creation starts. Once the creation has
/// finished it is inert: a task that outlives it records nothing.
///
/// Sendable because `finishedWord` is atomic, the rest of its state is under the lock, and everything else is immutable.
@usableFromInline
final class Recorder: @unchecked Sendable {
  let cell: AnyValueCell
  /// How the read that led to the creation named the value, for messages.
  let subject: ReadSubject
  /// The values when the creation began. An override that the creation makes itself is none that it depends on.
  private let base: ValuesStorage?
  private let lock = Lock()
  @exclusivity(unchecked)
  private var finishedWord: UInt = 0
  private var reads: [UInt: OverrideIdentity] = [:]
  private var readKeys: Set<UInt> = []
  private var heldBackIssue: (@Sendable (SourceLocation) -> Void)?

  init(cell: AnyValueCell, subject: ReadSubject, base: ValuesStorage?) {
    self.cell = cell
    self.subject = subject
    self.base = base
  }

  private var isFinished: Bool {
    withUnsafeMutablePointer(to: &finishedWord) { graft_load_acquire($0) } != 0
  }

  func noteOverride(_ override: AnyOverride) {
    guard !isFinished else { return }
    note(
      reads: [OverriddenRead(key: override.key, identity: override.identity)], keys: [override.key])
  }

  /// Notes a read, and everything that the value which was read depends on itself.
  func note(reads newReads: [OverriddenRead], keys: some Sequence<UInt>) {
    guard !isFinished else { return }
    let own = newReads.filter { read in
      base?.find(read.key)?._withUnsafeGuaranteedRef { $0.identity === read.identity } ?? false
    }
    lock.withLock {
      guard !isFinished else { return }
      for read in own { reads[read.key] = read.identity }
      readKeys.formUnion(keys)
    }
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
      withUnsafeMutablePointer(to: &finishedWord) { graft_store_release($0, 1) }
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
