import CDependencyAtomics
import DependencySupport

// MARK: - The way to a value that may have to be made

extension DependencyValues {
  @usableFromInline @inline(never)
  func resolve<Key: TestDependencyKey>(
    _ key: Key.Type, property: StaticString?, declaration: SourceLocation?,
    location: SourceLocation
  ) -> Key.Value {
    let id = UInt(bitPattern: ObjectIdentifier(key))
    let recorder = recorder
    recorder?.trace?.note(key)
    if let override = findOverride(id) {
      recorder?.noteOverride(override)
      return unsafeDowncast(override, to: Override<Key.Value>.self).value
    }
    if let pending = PendingOverride.value(as: Key.Value.self) { return pending }
    let declaration = declaration ?? ReadFrame.current?.declaration
    let subject = ReadSubject(
      property: propertyName(property), declaration: declaration,
      location: declaration ?? location)
    let tables = cache.tables
    let context = setContext ?? tables.context
    let table = tables.table(for: context)
    guard let scope = table.cell(for: key, context: context).scope else {
      return obtain(key, from: table, in: context, for: subject, noting: recorder)
    }
    guard let instance = instance(of: scope) else {
      ScopeIssue.report(key, in: scope, for: subject)
      return Self.defaultValue(of: key, in: context, for: subject)
    }
    recorder?.noteOverride(instance)
    guard let contents = instance.contents, let own = contents.table(for: context) else {
      ScopeIssue.report(key, in: scope, isClosed: true, for: subject)
      return Self.defaultValue(of: key, in: context, for: subject)
    }
    return obtain(
      key, from: own, in: context, for: subject, noting: recorder, inside: instance
    ) { contents.adopt($0) }
  }

  /// The value of a key in a table, which is created if need be.
  ///
  /// - Parameters:
  ///   - instance: The scope that the value lives in, if it lives in one. It belongs to it in any case.
  ///   - adopt: Is told of a value that was created before anyone sees it.
  private func obtain<Key: TestDependencyKey>(
    _ key: Key.Type, from table: PublishedTable<AnyValueCell>, in context: DependencyContext,
    for subject: ReadSubject, noting recorder: Recorder?, inside instance: AnyOverride? = nil,
    adopt: (Key.Value) -> Void = { _ in }
  ) -> Key.Value {
    // What must not be let go of under the lock of creations.
    var held: [Any] = []
    while true {
      held.removeAll()
      let cell = table.cell(for: key, context: context)
      if let owned = ownedValue(of: cell) as? OwnedValue<Key.Value>, let value = owned.value {
        recorder?.note(reads: owned.reads, keys: owned.readKeys)
        owned.reportHeldBackIssue(at: subject.location)
        return value
      }
      if isShared(cell) {
        recorder?.note(reads: [], keys: cell.readKeys)
        cell.reportHeldBackIssue(at: subject.location)
        return cell.readyValue
      }
      let turn = Creations.begin(cell, at: subject.location) {
        table.find(cell.key) === cell && !isShared(cell)
          && ownedValue(of: cell, holding: &held) == nil
      }
      switch turn {
      case .lookAgain: continue
      case .cycle(let cycle): return standIn(for: key, in: cell, closing: cycle, for: subject)
      case .create:
        return create(in: cell, for: subject, noting: recorder, inside: instance) {
          Self.defaultValue(of: key, in: cell.context, for: subject)
        } publish: { (made: CreatedValue<Key.Value>) in
          adopt(made.value)
          if let owner = made.owner {
            owner.own(OwnedValue(made, cell: cell), holding: &held)
            cell.addSensitiveKeys(made.reads.map(\.key))
          } else {
            if cell.isDerived { cell.addSensitiveKeys(made.readKeys.subtracting([cell.key])) }
            cell.heldBackIssue = made.heldBackIssue
            if made.heldBackIssue != nil { cell.setState(AnyValueCell.holdsBackIssue) }
            let value = instance == nil ? cache.kept(made.value) : made.value
            cell.publish(value, origin: made.origin, readKeys: made.readKeys)
          }
        }
      }
    }
  }

  /// Whether the cell has a value that these values see.
  private func isShared(_ cell: AnyValueCell) -> Bool {
    guard cell.currentState & AnyValueCell.isReady != 0 else { return false }
    return !cell.isDerived || cell.readKeys.allSatisfy { findOverride($0) == nil }
  }

  fileprivate static func defaultValue<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext, for subject: ReadSubject
  ) -> Key.Value {
    DependencyContext.reportUnknownName()
    switch context {
    case .test: return Key.testValue
    case .preview: return Key.previewValue
    case .live:
      if let key = key as? any DependencyKey.Type, let value = liveValue(of: key) as? Key.Value {
        return value
      }
      MissingLiveValue.report(key, for: subject)
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

  /// A value of the cell that belongs to overrides which hold here, and is alive.
  ///
  /// - Parameter held: Takes in what must not be let go of under a lock.
  func ownedValue(of cell: AnyValueCell, holding held: inout [Any]) -> AnyOwnedValue? {
    guard let sensitive = cell.sensitiveKeys else { return nil }
    for key in sensitive.keys {
      guard let override = findOverride(key) else { continue }
      var candidate = override.ownedValue(of: cell, holding: &held)
      while let value = candidate {
        if holds(value), value.isAlive(holding: &held) { return value }
        candidate = value.next
      }
    }
    return nil
  }

  func ownedValue(of cell: AnyValueCell) -> AnyOwnedValue? {
    var held: [Any] = []
    return ownedValue(of: cell, holding: &held)
  }

  private func holds(_ value: AnyOwnedValue) -> Bool {
    guard value.reads.allSatisfy({ findOverride($0.key)?.identity === $0.identity }) else {
      return false
    }
    return !value.cell.isDerived
      || value.readKeys.allSatisfy { key in
        findOverride(key) == nil || value.reads.contains { $0.key == key }
      }
  }

  /// Captured values bring their own cache.
  var cache: CachedValues { (fallback ?? storage)?.cache ?? .process }

  /// The recorder of the creation that reads.
  var recorder: Recorder? { storage?.recorder ?? fallback?.recorder }

  var setContext: DependencyContext? {
    storage?.context ?? fallback?.context
  }

  /// Current and captured values as one set.
  var merged: ValuesStorage? {
    fallback == nil ? storage : .merging(front: storage, back: fallback)
  }
}

extension PublishedTable where Entry == AnyValueCell {
  func cell<Key: TestDependencyKey>(
    for key: Key.Type, context: DependencyContext
  ) -> ValueCell<Key.Value> {
    let id = UInt(bitPattern: ObjectIdentifier(key))
    if let cell = find(id) { return unsafeDowncast(cell, to: ValueCell<Key.Value>.self) }
    let new = ValueCell<Key.Value>(
      keyType: key, valueType: Key.Value.self, context: context,
      scope: (key as? any ScopedDependencyKey.Type)?.scope,
      isDerived: key is any DerivedDependencyKey.Type)
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

extension AnyOwnedValue {
  /// The same for a value that belongs to an override.
  fileprivate final func reportHeldBackIssue(at location: SourceLocation) {
    guard holdsBackIssue, UpdateFrame.current == nil else { return }
    let issue = Creations.lock.withLock {
      defer { heldBackIssue = nil }
      return heldBackIssue
    }
    issue?(location)
  }
}
