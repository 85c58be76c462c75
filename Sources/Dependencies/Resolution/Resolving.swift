public import CDependencyAtomics
import DependencySupport

// MARK: - The way to a value that exists

extension DependencyValues {
  /// The value of a key, if it is overridden or its shared default exists, found without a lock.
  @inlinable @inline(__always)
  func existingValue<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? {
    let id = UInt(bitPattern: ObjectIdentifier(key))
    guard let front = storage ?? fallback else {
      guard let cell = findCell(in: graft_load_acquire(graft_root_word()), key: id) else {
        return nil
      }
      return cell._withUnsafeGuaranteedRef { cell in
        guard cell.currentState & ~AnyValueCell.isSensitive == AnyValueCell.isReady else {
          return nil
        }
        return unsafeDowncast(cell, to: ValueCell<Key.Value>.self).readyValue
      }
    }
    guard front.recorder == nil else { return nil }
    if let override = front.find(id) {
      return override._withUnsafeGuaranteedRef {
        unsafeDowncast($0, to: Override<Key.Value>.self).value
      }
    }
    guard storage == nil || fallback == nil else { return existingFallbackValue(key) }
    return existingDefault(key, in: front)
  }

  /// The same, where current and captured values are seen together and the current ones do not override the key.
  @inlinable
  func existingFallbackValue<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value? {
    guard let fallback, fallback.recorder == nil else { return nil }
    if let override = fallback.find(UInt(bitPattern: ObjectIdentifier(key))) {
      return override._withUnsafeGuaranteedRef {
        unsafeDowncast($0, to: Override<Key.Value>.self).value
      }
    }
    return setsContext ? nil : existingDefault(key, in: fallback)
  }

  @inlinable @inline(__always)
  func existingDefault<Key: TestDependencyKey>(
    _ key: Key.Type, in storage: ValuesStorage
  ) -> Key.Value? {
    let array = graft_load_acquire(storage.tableWord)
    guard let cell = findCell(in: array, key: UInt(bitPattern: ObjectIdentifier(key))) else {
      return nil
    }
    return cell._withUnsafeGuaranteedRef { cell in
      guard cell.currentState == AnyValueCell.isReady else { return nil }
      return unsafeDowncast(cell, to: ValueCell<Key.Value>.self).readyValue
    }
  }

  @usableFromInline
  var setsContext: Bool { storage?.context != nil }
}

// MARK: - The way to a value that may have to be made

extension DependencyValues {
  @usableFromInline @inline(never)
  func resolve<Key: TestDependencyKey>(
    _ key: Key.Type, property: StaticString?, declaration: SourceLocation?,
    location: SourceLocation
  ) -> Key.Value {
    let id = UInt(bitPattern: ObjectIdentifier(key))
    let recorder = storage?.recorder ?? fallback?.recorder
    if let override = findOverride(id) {
      recorder?.noteOverride(override)
      return unsafeDowncast(override, to: Override<Key.Value>.self).value
    }
    let declaration = declaration ?? ReadFrame.current(bound: ._current)?.declaration
    let subject = ReadSubject(
      property: propertyName(property), declaration: declaration,
      location: declaration ?? location)
    let tables = cache.tables
    let context = setContext ?? tables.context
    let table = tables.table(for: context)
    while true {
      let cell = table.cell(for: key, context: context)
      if let owned = ownedValue(of: cell) as? OwnedValue<Key.Value> {
        recorder?.note(reads: owned.reads, keys: owned.readKeys)
        return owned.value
      }
      if cell.currentState & AnyValueCell.isReady != 0 {
        recorder?.note(reads: [], keys: cell.readKeys)
        cell.reportHeldBackIssue(at: subject.location)
        return cell.readyValue
      }
      let turn = Creations.begin(cell, at: subject.location) {
        cell.currentState & AnyValueCell.isReady == 0 && ownedValue(of: cell) == nil
      }
      switch turn {
      case .lookAgain: continue
      case .create: return create(key, in: cell, for: subject, noting: recorder)
      case .cycle(let cycle):
        return standIn(for: key, in: cell, closing: cycle, for: subject)
      }
    }
  }

  private func create<Key: TestDependencyKey>(
    _ key: Key.Type, in cell: ValueCell<Key.Value>, for subject: ReadSubject,
    noting outer: Recorder?
  ) -> Key.Value {
    let base = merged
    let recorder = Recorder(cell: cell, subject: subject, base: base)
    let storage =
      base?.forCreation(recorder: recorder) ?? ValuesStorage(cache: nil, recorder: recorder)
    let value = Self.$_current.withValue(DependencyValues(storage: storage)) {
      subject.location.withIssues {
        Self.defaultValue(of: key, in: cell.context, for: subject)
      }
    }
    let notes = recorder.finish()
    let readKeys = notes.readKeys.union([cell.key])
    let origin = ValueOrigin(
      kind: .created, location: subject.location, preparation: base?.preparation)
    let owner = notes.reads
      .compactMap { base?.find($0.key)?.takeUnretainedValue() }
      .max { ($0.depth, ObjectIdentifier($0)) < ($1.depth, ObjectIdentifier($1)) }
    Creations.finish(cell) {
      if let owner {
        owner.own(
          OwnedValue(value, cell: cell, reads: notes.reads, readKeys: readKeys, origin: origin))
        cell.addSensitiveKeys(notes.reads.map(\.key))
      } else {
        cell.heldBackIssue = notes.heldBackIssue
        if notes.heldBackIssue != nil { cell.setState(AnyValueCell.holdsBackIssue) }
        cell.publish(value, origin: origin, readKeys: readKeys)
      }
    }
    outer?.note(reads: notes.reads, keys: readKeys)
    return value
  }

  private static func defaultValue<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext, for subject: ReadSubject
  ) -> Key.Value {
    switch context {
    case .test: return Key.testValue
    case .preview: return Key.previewValue
    case .live:
      if let key = key as? any DependencyKey.Type, let value = liveValue(of: key) as? Key.Value {
        return value
      }
      if UpdateFrame.current == nil { MissingLiveValue.report(key, for: subject) }
      return Key.testValue
    }
  }

  private static func liveValue<Key: DependencyKey>(of key: Key.Type) -> Any { Key.liveValue }

  /// The value for a reader that would otherwise wait for itself.
  private func standIn<Key: TestDependencyKey>(
    for key: Key.Type, in cell: ValueCell<Key.Value>, closing cycle: Cycle, for subject: ReadSubject
  ) -> Key.Value {
    let known = Creations.lock.withLock {
      let known = cell.cycleFallback
      if known == nil { cell.cycleFallback = .evaluating }
      return known
    }
    if case .value(let value) = known, let value = value as? Key.Value { return value }
    let closing = ClosingCycle(key: ObjectIdentifier(key), message: cycle.message)
    if known != nil { ClosingCycle.stop(closing, key) }
    let value = ClosingCycle.$current.withValue(closing) { Key.testValue }
    Creations.lock.withLock { cell.cycleFallback = .value(value) }
    subject.location.report(
      "\(cycle.message)\nIt goes on with the test value of \(typeName(key)). Break the cycle.")
    return value
  }

  // MARK: Looking through both sets

  func findOverride(_ key: UInt) -> AnyOverride? {
    (storage?.find(key) ?? fallback?.find(key))?.takeUnretainedValue()
  }

  private func ownedValue(of cell: AnyValueCell) -> AnyOwnedValue? {
    guard let sensitive = cell.sensitiveKeys else { return nil }
    for key in sensitive.keys {
      guard let override = findOverride(key) else { continue }
      for value in override.ownedValues(of: cell) where holds(value.reads) { return value }
    }
    return nil
  }

  private func holds(_ reads: [OverriddenRead]) -> Bool {
    reads.allSatisfy { findOverride($0.key)?.identity === $0.identity }
  }

  /// Captured values bring their own cache.
  var cache: CachedValues { (fallback ?? storage)?.cache ?? .process }

  private var setContext: DependencyContext? {
    storage?.context ?? fallback?.context
  }

  /// Current and captured values as one set.
  var merged: ValuesStorage? {
    fallback == nil ? storage : .merging(front: storage, back: fallback)
  }
}

extension CellTable {
  func cell<Key: TestDependencyKey>(
    for key: Key.Type, context: DependencyContext
  ) -> ValueCell<Key.Value> {
    let id = UInt(bitPattern: ObjectIdentifier(key))
    if let cell = find(id) { return unsafeDowncast(cell, to: ValueCell<Key.Value>.self) }
    let new = ValueCell<Key.Value>(keyType: key, valueType: Key.Value.self, context: context)
    return Creations.lock.withLock {
      if let cell = find(id) { return unsafeDowncast(cell, to: ValueCell<Key.Value>.self) }
      insert(new)
      return new
    }
  }
}

extension AnyValueCell {
  /// Says what could not be said while a part of the value was being overridden, once, at the first ordinary read.
  fileprivate final func reportHeldBackIssue(at location: SourceLocation) {
    guard currentState & Self.holdsBackIssue != 0, UpdateFrame.current == nil else { return }
    let issue = Creations.lock.withLock {
      defer { heldBackIssue = nil }
      return heldBackIssue
    }
    clearState(Self.holdsBackIssue)
    issue?(location)
  }
}

extension SourceLocation {
  /// Runs an operation whose issues stand at this place.
  func withIssues<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try withIssueContext(
      fileID: fileID, filePath: filePath, line: line, column: column, operation: operation)
  }

  /// Reports an issue at this place, whatever else is under way.
  func report(_ message: String) {
    withIssues {
      reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
}
