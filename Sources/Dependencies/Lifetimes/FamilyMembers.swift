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
  private let home = ScopeHome()

  private let lock = Lock()
  private var cells: [Argument: Cell] = [:]
  private var uses = RecentUses<Argument>()
  private var usedCount = 0
  /// How many cells there may be before those of dead members are looked for.
  private var vacancyLimit = 64
  private var hasReportedValues = false
  private var hasReportedArguments = false

  private final class Cell: MemberCell<Value>, @unchecked Sendable {
    // Sendable: both are under the lock of the family.
    /// How many are reading the member, and may be making it. While there are any, the cell stays. Nobody asks in a family that
    /// keeps its members forever, and readers of a member that exists are not taken off there.
    var readers = 0
    /// When it was read last; zero where that does not count, or not yet.
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
    var isMade = false
    let value = cell.value(in: values, at: place) {
      create(argument)
    } keep: {
      isMade = true
      return box($0, under: $1)
    }
    reportIfNotKept(value, at: place)
    endReading(cell, of: argument, isMade: isMade)
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

  private func box(_ value: Value, under lock: Lock) -> MemberBox<Value>? {
    if case .forever = retention { home.contents?.adopt(value) }
    guard case .weak = retention else { return MemberBox(value, under: lock) }
    return isObject(value) ? MemberBox(weak: value, under: lock) : nil
  }

  private func isObject(_ value: Value) -> Bool { type(of: value as Any) is AnyObject.Type }

  private func cell(for argument: Argument) -> Cell {
    var held: [Any] = []
    let (cell, issue) = lock.withLock { () -> (Cell, String?) in
      if let cell = cells[argument] {
        cell.readers += 1
        return (cell, nil)
      }
      let name = name
      let cell = Cell(owner: DependencyFamily<Argument, Value>.self) {
        "\(name)[\(String(reflecting: argument))]"
      }
      cell.readers = 1
      if let contradiction = contradiction(of: argument) { return (cell, contradiction) }
      // No dictionary would find it again.
      guard argument == argument else { return (cell, nil) }
      removeVacantCells(holding: &held)
      cells[argument] = cell
      return (cell, nil)
    }
    if let issue { reportOnce(issue) }
    return cell
  }

  func evict(_ argument: Argument) {
    let (cell, published) = lock.withLock { () -> (Cell?, AnyObject?) in
      let cell = cells.removeValue(forKey: argument)
      if let cell, cell.lastUse > 0 { usedCount -= 1 }
      return (cell, withdraw(argument))
    }
    withExtendedLifetime(published) { cell?.empty() }
  }

  func evictAll() {
    let (cells, published) = lock.withLock { () -> ([Argument: Cell], [AnyObject]) in
      defer {
        self.cells = [:]
        uses = RecentUses()
        usedCount = 0
      }
      return (self.cells, withdrawAll())
    }
    withExtendedLifetime(published) { for cell in cells.values { cell.empty() } }
  }
}

// MARK: - Retention

extension FamilyMembers {
  /// Notes that a member was read, and lets go of the oldest where there are too many. One that somebody is reading is
  /// none of them, so that who wants it now gets the same.
  private func endReading(_ cell: Cell, of argument: Argument, isMade: Bool) {
    if case .forever = retention, !isMade { return }
    let evicted = lock.withLock { () -> [Cell] in
      cell.readers -= 1
      // It may have been evicted while it was made.
      guard cells[argument] === cell else { return isMade ? [cell] : [] }
      guard case .leastRecentlyUsed(let limit) = retention else { return [] }
      if cell.lastUse == 0 { usedCount += 1 }
      cell.lastUse = uses.note(argument)
      uses.compact(whenMoreThan: 2 * cells.count + 16) { cells[$0]?.lastUse == $1 }
      var evicted: [Cell] = []
      while usedCount > max(1, limit), let (argument, use) = uses.takeOldest() {
        guard let cell = cells[argument], cell.lastUse == use else { continue }
        usedCount -= 1
        cell.lastUse = 0
        guard cell.readers == 0 else { continue }
        cells[argument] = nil
        evicted.append(cell)
      }
      return evicted
    }
    for cell in evicted { cell.empty() }
  }

  /// Forgets the cells of members that have died, whenever there are twice as many cells as the last time.
  ///
  /// - Parameter held: Takes in what must not be let go of under the lock.
  private func removeVacantCells(holding held: inout [Any]) {
    guard case .weak = retention, cells.count >= vacancyLimit else { return }
    held.append(cells)
    cells = cells.filter { $0.value.readers > 0 || !$0.value.isVacant(holding: &held) }
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

  private func reportOnce(_ issue: String) {
    let isFirst = lock.withLock {
      defer { hasReportedArguments = true }
      return !hasReportedArguments
    }
    if isFirst { location.report(issue) }
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
