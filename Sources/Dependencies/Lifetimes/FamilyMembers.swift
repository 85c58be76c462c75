import DependencySupport

/// What the copies of a family share: the members that were made.
///
/// Sendable because everything that changes is under the lock. It is held while arguments are compared and hashed, as
/// ``DependencyFamily`` says, and not while a member is made or let go.
@usableFromInline
final class FamilyMembers<Argument: Hashable & Sendable, Value: Sendable>:
  PublishedMembers<Argument, Value>, @unchecked Sendable
{
  private let retention: DependencyFamily<Argument, Value>.Retention
  private let create: @Sendable (Argument) -> Value
  private let location: SourceLocation
  private let name: String

  private let lock = Lock()
  private var cells: [Argument: Cell] = [:]
  private var uses = RecentUses<Argument>()
  /// How many cells there may be before those of dead members are looked for.
  private var vacancyLimit = 64
  private var hasReportedValues = false
  private var hasReportedArguments = false

  private final class Cell: MemberCell<Value>, @unchecked Sendable {
    // Sendable: the stamp is under the lock of the family.
    var lastUse = 0
  }

  init(
    retention: DependencyFamily<Argument, Value>.Retention,
    create: @escaping @Sendable (Argument) -> Value, location: SourceLocation
  ) {
    self.retention = retention
    self.create = create
    self.location = location
    name = DependencyValues._current.recorder?.creatingCell?.name ?? "DependencyFamily"
  }

  @usableFromInline
  func value(for argument: Argument) -> Value {
    if case .transient = retention { return create(argument) }
    let cell = cell(for: argument)
    let values = DependencyValues.seen
    let place = ReadFrame.current?.declaration ?? location
    let value = cell.value(in: values, at: place) {
      create(argument)
    } keep: {
      box($0)
    }
    reportIfNotKept(value, at: place)
    letGoOfOldest()
    publish(value, of: argument, madeIn: cell)
    return value
  }

  /// Lets readers to come find a member without a lock, where it is kept until it is evicted and was made for everyone.
  private func publish(_ value: Value, of argument: Argument, madeIn cell: Cell) {
    guard case .forever = retention, cell.sensitiveKeys == nil else { return }
    lock.withLock {
      if cells[argument] === cell { publish(value, of: argument, in: cell) }
    }
  }

  private func box(_ value: Value) -> MemberBox<Value>? {
    guard case .weak = retention else { return MemberBox(value) }
    return isObject(value) ? MemberBox(weak: value) : nil
  }

  private func isObject(_ value: Value) -> Bool { type(of: value as Any) is AnyObject.Type }

  private func cell(for argument: Argument) -> Cell {
    let (cell, issue) = lock.withLock { () -> (Cell, String?) in
      if let cell = cells[argument] {
        noteUse(of: cell, for: argument)
        return (cell, nil)
      }
      let name = name
      let cell = Cell(owner: DependencyFamily<Argument, Value>.self) {
        "\(name)[\(String(reflecting: argument))]"
      }
      if let contradiction = contradiction(of: argument) {
        defer { hasReportedArguments = true }
        return (cell, hasReportedArguments ? nil : contradiction)
      }
      removeVacantCells()
      cells[argument] = cell
      noteUse(of: cell, for: argument)
      return (cell, nil)
    }
    if let issue { location.report(issue) }
    return cell
  }

  func evict(_ argument: Argument) {
    let cell = lock.withLock { cells.removeValue(forKey: argument) }
    withExtendedLifetime(cell) {}
    let published = lock.withLock { withdraw(argument) }
    withExtendedLifetime(published) {}
  }

  func evictAll() {
    let cells = lock.withLock { () -> [Argument: Cell] in
      defer {
        self.cells = [:]
        uses = RecentUses()
      }
      return self.cells
    }
    withExtendedLifetime(cells) {}
    let published = lock.withLock { withdrawAll() }
    withExtendedLifetime(published) {}
  }
}

// MARK: - Retention

extension FamilyMembers {
  private func noteUse(of cell: Cell, for argument: Argument) {
    guard case .leastRecentlyUsed = retention else { return }
    cell.lastUse = uses.note(argument)
    uses.compact(whenMoreThan: 2 * cells.count + 16) { cells[$0]?.lastUse == $1 }
  }

  private func letGoOfOldest() {
    guard case .leastRecentlyUsed(let limit) = retention else { return }
    let evicted = lock.withLock { () -> [Cell] in
      var evicted: [Cell] = []
      while cells.count > max(1, limit) {
        guard let (argument, use) = uses.takeOldest() else { break }
        guard let cell = cells[argument], cell.lastUse == use else { continue }
        cells[argument] = nil
        evicted.append(cell)
      }
      return evicted
    }
    withExtendedLifetime(evicted) {}
  }

  /// Forgets the cells of members that have died, whenever there are twice as many cells as the last time.
  private func removeVacantCells() {
    guard case .weak = retention, cells.count >= vacancyLimit else { return }
    cells = cells.filter { !$0.value.isVacant || Creations.isBeingCreated($0.value) }
    vacancyLimit = max(64, cells.count * 2)
  }
}

/// Who was used when, oldest first. A later use of the same argument makes an earlier one void.
struct RecentUses<Argument> {
  private var uses: [(argument: Argument, number: Int)] = []
  private var start = 0
  private var count = 0

  /// Notes a use, and returns its number.
  mutating func note(_ argument: Argument) -> Int {
    count += 1
    uses.append((argument, count))
    return count
  }

  mutating func takeOldest() -> (Argument, Int)? {
    guard start < uses.count else { return nil }
    defer { start += 1 }
    return uses[start]
  }

  /// Drops void uses when there are many.
  mutating func compact(whenMoreThan limit: Int, keeping isCurrent: (Argument, Int) -> Bool) {
    guard uses.count > limit else { return }
    uses = uses[start...].filter { isCurrent($0.argument, $0.number) }
    start = 0
  }
}

// MARK: - Arguments and values that do not fit

extension FamilyMembers {
  private func reportIfNotKept(_ value: Value, at place: SourceLocation) {
    guard case .weak = retention, !isObject(value) else { return }
    let isFirst = lock.withLock {
      defer { hasReportedValues = true }
      return !hasReportedValues
    }
    guard isFirst else { return }
    place.report(
      """
      \(name) keeps its members weakly, but \(typeName(type(of: value as Any))) is no class. Each read makes a new one. \
      Choose another retention.
      """)
  }

  /// In debug builds, what is wrong with an argument that is equal to another one and is not found as such. Its member is not
  /// kept, since a dictionary stops the program when it meets two such keys.
  private func contradiction(of argument: Argument) -> String? {
    #if DEBUG
      let isEqualToItself = argument == argument
      let isKnown = cells.keys.prefix(64).contains { $0 == argument }
      guard isKnown || !isEqualToItself else { return nil }
      return """
        '==' and 'hash(into:)' of \(typeName(Argument.self)) disagree: \(String(reflecting: argument)) \
        \(isEqualToItself ? "equals an argument with another hash" : "does not equal itself"). \
        \(name) does not keep the member of such an argument.
        """
    #else
      return nil
    #endif
  }
}
