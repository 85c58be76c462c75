import DependencySupport

/// Who waits for a value that is being made, as a value that knows nothing of locks and tasks.
struct AsyncCreationState<Value, Waiter> {
  private enum Phase {
    case idle
    case creating(attempt: Int, waiters: [Int: Waiter])
    case made(Value)
  }

  enum Answer {
    case value(Value)
    /// Start the creation; the caller waits for it.
    case create(attempt: Int)
    case wait
  }

  private var phase = Phase.idle
  private var attempts = 0

  init(made value: Value? = nil) {
    if let value { phase = .made(value) }
  }

  var value: Value? {
    if case .made(let value) = phase { return value }
    return nil
  }

  var waiterCount: Int {
    if case .creating(_, let waiters) = phase { return waiters.count }
    return 0
  }

  func isUnderWay(_ attempt: Int) -> Bool {
    if case .creating(attempt, _) = phase { return true }
    return false
  }

  mutating func wait(_ id: Int, _ waiter: Waiter) -> Answer {
    switch phase {
    case .made(let value):
      return .value(value)
    case .idle:
      attempts += 1
      phase = .creating(attempt: attempts, waiters: [id: waiter])
      return .create(attempt: attempts)
    case .creating(let attempt, var waiters):
      waiters[id] = waiter
      phase = .creating(attempt: attempt, waiters: waiters)
      return .wait
    }
  }

  /// Takes a waiter out that was cancelled. When it was the last, the attempt is over and its creation must be cancelled.
  mutating func cancel(_ id: Int) -> (waiter: Waiter?, abandoned: Int?) {
    guard case .creating(let attempt, var waiters) = phase else { return (nil, nil) }
    guard let waiter = waiters.removeValue(forKey: id) else { return (nil, nil) }
    phase = waiters.isEmpty ? .idle : .creating(attempt: attempt, waiters: waiters)
    return (waiter, waiters.isEmpty ? attempt : nil)
  }

  /// Ends an attempt, and hands over who waited for it. A value is kept if there is one. An attempt that was abandoned ends
  /// nothing.
  mutating func finish(attempt: Int, keeping value: Value?) -> [Waiter] {
    guard case .creating(attempt, let waiters) = phase else { return [] }
    phase = value.map(Phase.made) ?? .idle
    return Array(waiters.values)
  }
}

/// Makes a value once for all who wait for it.
///
/// Sendable because everything that changes is under the lock, which is free while the value is made.
final class AsyncCreation<Value: Sendable>: @unchecked Sendable {
  /// What the waiters of an attempt are told: look again, or an ``AttemptFailure``.
  private typealias Waiter = CheckedContinuation<Void, any Error>

  private let cell: AnyValueCell
  private let create: @Sendable () async throws -> Value
  /// The scope instance that disposes of the value.
  private let home: ScopeHome?
  private let lock = Lock()
  private var state: AsyncCreationState<Value, Waiter>
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var nextWaiter = 0

  init(_ create: @escaping @Sendable () async throws -> Value) {
    cell = AsyncCell<Value>()
    self.create = create
    home = ScopeHome()
    state = AsyncCreationState()
  }

  init(value: Value) {
    cell = AsyncCell<Value>()
    create = { value }
    home = nil
    state = AsyncCreationState(made: value)
  }

  /// How many wait for the value now.
  var waiterCount: Int { lock.withLock { state.waiterCount } }

  func value(in values: DependencyValues) async throws -> Value {
    let recorder = values.recorder
    let waiting = recorder?.creatingCell
    while true {
      try Task.checkCancellation()
      if let owned = values.ownedValue(of: cell) as? OwnedValue<Value>, let value = owned.value {
        recorder?.note(reads: owned.reads, keys: owned.readKeys)
        return value
      }
      if let value = lock.withLock({ state.value }) {
        recorder?.note(reads: [], keys: cell.readKeys)
        return value
      }
      if let cycle = AsyncWaits.begin(waiting, waitingFor: cell) {
        reportIssue("\(cycle.message)\nBreak the cycle.")
        throw cycle
      }
      defer { AsyncWaits.end(waiting, waitingFor: cell) }
      try await wait(in: values)
    }
  }

  /// Waits for the end of the attempt that is under way, or begins one.
  private func wait(in values: DependencyValues) async throws {
    let id = lock.withLock {
      nextWaiter += 1
      return nextWaiter
    }
    var isOwn = false
    do {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { (waiter: Waiter) in
          let answer = lock.withLock { state.wait(id, waiter) }
          switch answer {
          case .value: waiter.resume()
          case .wait: break
          case .create(let attempt):
            isOwn = true
            begin(attempt, in: values)
          }
          if Task.isCancelled { cancel(id) }
        }
      } onCancel: {
        cancel(id)
      }
    } catch let failure as AttemptFailure {
      // An attempt that failed under other overrides says nothing about these.
      if isOwn || failure.concerns(values) { throw failure.error }
    }
  }

  private func begin(_ attempt: Int, in values: DependencyValues) {
    let base = values.merged
    let location = ReadFrame.current?.declaration
    let subject = ReadSubject(
      property: nil, declaration: location,
      location: location
        ?? SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    let recorder = Recorder(cell: cell, subject: subject, base: base)
    let task = DependencyValues.$_current.withValue(.forCreation(base, recorder: recorder)) {
      Task {
        do {
          let made = recorder.finish(with: try await create(), in: cell, under: base)
          finish(attempt, made)
        } catch {
          let notes = recorder.finish()
          let failure = AttemptFailure(error: error, reads: notes.reads, readKeys: notes.readKeys)
          finish(attempt, throwing: failure)
        }
      }
    }
    let isUnderWay = lock.withLock { () -> Bool in
      guard state.isUnderWay(attempt) else { return false }
      tasks[attempt] = task
      return true
    }
    if !isUnderWay { task.cancel() }
  }

  private func finish(_ attempt: Int, _ made: CreatedValue<Value>) {
    home?.contents?.adopt(made.value)
    var held: [Any] = []
    if let owner = made.owner {
      Creations.lock.withLock {
        owner.own(OwnedValue(made, cell: cell), holding: &held)
        cell.addSensitiveKeys(made.reads.map(\.key))
      }
    }
    let waiters = lock.withLock { () -> [Waiter] in
      if made.owner == nil { cell.readKeys = made.readKeys }
      return end(attempt, keeping: made.owner == nil ? made.value : nil)
    }
    for waiter in waiters { waiter.resume() }
  }

  private func finish(_ attempt: Int, throwing failure: AttemptFailure) {
    let waiters = lock.withLock { end(attempt, keeping: nil) }
    for waiter in waiters { waiter.resume(throwing: failure) }
  }

  private func end(_ attempt: Int, keeping value: Value?) -> [Waiter] {
    tasks[attempt] = nil
    return state.finish(attempt: attempt, keeping: value)
  }

  private func cancel(_ id: Int) {
    let (waiter, task) = lock.withLock { () -> (Waiter?, Task<Void, Never>?) in
      let (waiter, abandoned) = state.cancel(id)
      return (waiter, abandoned.flatMap { tasks.removeValue(forKey: $0) })
    }
    task?.cancel()
    waiter?.resume(throwing: CancellationError())
  }
}

/// What a creation threw, and what it had read by then.
private struct AttemptFailure: Error {
  let error: any Error
  let reads: [OverriddenRead]
  let readKeys: Set<UInt>

  /// Whether a creation under these values would have read the same.
  func concerns(_ values: DependencyValues) -> Bool {
    reads.allSatisfy { values.findOverride($0.key)?.identity === $0.identity }
      && readKeys.allSatisfy { key in
        values.findOverride(key) == nil || reads.contains { $0.key == key }
      }
  }
}

private final class AsyncCell<Value: Sendable>: AnyValueCell, @unchecked Sendable {
  // Sendable: it adds nothing that changes.
  private let label: String

  init() {
    label =
      DependencyValues._current.recorder?.creatingCell?.name ?? "\(AsyncDependency<Value>.self)"
    super.init(
      keyType: AsyncDependency<Value>.self, valueType: Value.self, context: .live)
  }

  override var name: String { label }
}

// MARK: - Cycles

/// Which asynchronous creation waits for which.
///
/// An edge stands while a creation that is under way waits, so what a finished creation has left behind closes no cycle.
enum AsyncWaits {
  private static let table = Table()

  /// Sendable because the edges are under the lock.
  private final class Table: @unchecked Sendable {
    let lock = Lock()
    var waits: [ObjectIdentifier: [AnyValueCell]] = [:]
  }

  /// Notes that a creation waits for a cell; the cycle, if the cell waits for the creation already.
  static func begin(_ waiting: AnyValueCell?, waitingFor cell: AnyValueCell) -> AsyncCycle? {
    guard let waiting else { return nil }
    return table.lock.withLock {
      if let path = path(from: cell, to: waiting, visited: []) {
        return AsyncCycle(names: [waiting.name] + path.map(\.name))
      }
      table.waits[ObjectIdentifier(waiting), default: []].append(cell)
      return nil
    }
  }

  static func end(_ waiting: AnyValueCell?, waitingFor cell: AnyValueCell) {
    guard let waiting else { return }
    table.lock.withLock {
      let id = ObjectIdentifier(waiting)
      guard var cells = table.waits[id], let index = cells.firstIndex(where: { $0 === cell }) else {
        return
      }
      cells.remove(at: index)
      table.waits[id] = cells.isEmpty ? nil : cells
    }
  }

  private static func path(
    from cell: AnyValueCell, to end: AnyValueCell, visited: Set<ObjectIdentifier>
  ) -> [AnyValueCell]? {
    if cell === end { return [cell] }
    let visited = visited.union([ObjectIdentifier(cell)])
    for next in table.waits[ObjectIdentifier(cell)] ?? []
    where !visited.contains(ObjectIdentifier(next)) {
      if let path = path(from: next, to: end, visited: visited) { return [cell] + path }
    }
    return nil
  }
}

/// Asynchronous values that need each other.
struct AsyncCycle: Error, CustomStringConvertible {
  let names: [String]

  var message: String { "Dependency cycle: \(names.joined(separator: " → "))" }
  var description: String { message }
}
