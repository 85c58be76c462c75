import CDependencyAtomics
import DependencySupport

/// The registrations of one container and what is told about them.
///
/// Sendable because everything mutable is touched under `lock`, except the table's address, which is published atomically.
@usableFromInline final class Registry: @unchecked Sendable {
  private let lock = Lock()
  private var behaviors: [any Behavior]
  private var reported: Set<String> = []
  private var silenced = false
  private var shared = false
  private var strict = false
  private var verification: Verification?
  private let tableWord: UnsafeMutablePointer<UInt>

  init(behaviors: [any Behavior]) {
    self.behaviors = behaviors
    tableWord = .allocate(capacity: 1)
    tableWord.initialize(to: Self.word(RegistrationTable(capacity: 16)))
  }

  deinit {
    Self.table(tableWord.pointee).release()
    tableWord.deallocate()
  }

  private static func word(_ table: RegistrationTable) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(table).toOpaque())
  }

  private static func table(_ word: UInt) -> Unmanaged<RegistrationTable> {
    guard let address = UnsafeRawPointer(bitPattern: word) else {
      preconditionFailure("A registry always has a table.")
    }
    return Unmanaged<RegistrationTable>.fromOpaque(address)
  }
}

// MARK: - Reading

extension Registry {
  /// The caller is inside ``ResolverThread/enter(_:_:)`` or ``ResolverThread/reading(_:)``.
  @usableFromInline var table: Unmanaged<RegistrationTable> {
    Self.table(graft_load_sequential(tableWord))
  }

  func registration(for key: ServiceKey) -> Registration? {
    ResolverThread.reading { table._withUnsafeGuaranteedRef { $0.registration(for: key) } }
  }

  var registrations: [Registration] {
    ResolverThread.reading { table._withUnsafeGuaranteedRef { $0.registrations } }
  }
}

// MARK: - Writing

extension Registry {
  func insert(_ registration: Registration) {
    let replaced: [AnyObject] = lock.withLock {
      let current = Self.table(graft_load_sequential(tableWord)).takeUnretainedValue()
      if !current.isCrowded { return current.insert(registration).map { [$0] } ?? [] }
      let larger = RegistrationTable(capacity: (current.mask + 1) * 2)
      for known in current.registrations { _ = larger.insert(known) }
      let old = larger.insert(registration)
      publish(larger)
      return [current] + (old.map { [$0] } ?? [])
    }
    for object in replaced { Reclamation.shared.retire(object) }
  }

  func removeAll() {
    let old = lock.withLock {
      let old = Self.table(graft_load_sequential(tableWord)).takeUnretainedValue()
      publish(RegistrationTable(capacity: 16))
      return old
    }
    Reclamation.shared.retire(old)
  }

  /// The old table's reference, which the word held, is given back; the caller has taken one of its own.
  private func publish(_ table: RegistrationTable) {
    let old = graft_exchange_sequential(tableWord, Self.word(table))
    Self.table(old).release()
  }
}

// MARK: - Behaviors and reports

extension Registry {
  var currentBehaviors: [any Behavior] { lock.withLock { behaviors } }

  func add(_ behavior: any Behavior) {
    lock.withLock { behaviors.append(behavior) }
  }

  var isSilenced: Bool {
    get { lock.withLock { silenced } }
    set { lock.withLock { silenced = newValue } }
  }

  /// Whether it was read as `\.container`, so that others may use it too.
  var isShared: Bool {
    get { lock.withLock { shared } }
    set { lock.withLock { shared = newValue } }
  }

  /// Whether an unresolved service is a failure of the test.
  var isStrict: Bool {
    get { lock.withLock { strict } }
    set { lock.withLock { strict = newValue } }
  }

  /// Whether this failure is the first of its key.
  func isNew(_ failure: String) -> Bool {
    lock.withLock { reported.insert(failure).inserted }
  }

  var currentVerification: Verification? {
    get { lock.withLock { verification } }
    set { lock.withLock { verification = newValue } }
  }
}
