import DependencySupport

extension DependencyValues {
  /// Inlined, so that the type of the set that holds the value is known where it is written, and is not looked for each time.
  @inlinable
  mutating func set<Key: TestDependencyKey>(
    _ key: Key.Type, to value: Key.Value, property: StaticString, location: SourceLocation
  ) {
    let id = UInt(bitPattern: ObjectIdentifier(key))
    guard needsHoldingSet(for: id) else {
      return insert(key, value, property: property, location: location)
    }
    storage = HoldingStorage(value, for: id, writtenAt: location, over: storage)
  }

  /// Whether to override a key takes a new set, since others see these values too, and that set may hold the override itself.
  @usableFromInline
  mutating func needsHoldingSet(for key: UInt) -> Bool {
    guard fallback == nil, key != Self.contextKey else { return false }
    guard var storage else { return true }
    self.storage = nil
    defer { self.storage = storage }
    return storage.preparation == nil && !ValuesStorage.isWritable(&storage)
      && storage.overridePlace(key) == nil
  }

  private static var contextKey: UInt {
    UInt(bitPattern: ObjectIdentifier(DependencyContextKey.self))
  }

  @usableFromInline
  mutating func insert<Key: TestDependencyKey>(
    _ key: Key.Type, _ value: Key.Value, property: StaticString, location: SourceLocation
  ) {
    guard storage?.preparation == nil else {
      return prepare(key, as: value, property: property)
    }
    let id = UInt(bitPattern: ObjectIdentifier(key))
    let override = Override(
      key: id, value: value, location: location, shadowing: findOverride(id))
    var storage = merged ?? ValuesStorage(cache: nil)
    self.storage = nil
    fallback = nil
    ValuesStorage.insert(override, into: &storage)
    if id == Self.contextKey, let context = value as? DependencyContext {
      ValuesStorage.setContext(context, of: &storage)
    }
    self.storage = storage
  }
}

// MARK: - Preparing

/// A call of `prepareDependencies`: what its closure writes becomes the default of the cache.
final class Preparation: Sendable {
  let location: SourceLocation

  init(location: SourceLocation) {
    self.location = location
  }
}

extension DependencyValues {
  private enum Refusal {
    case overridden(SourceLocation)
    case exists(ValueOrigin)
    case beingCreated
  }

  fileprivate func prepare<Key: TestDependencyKey>(
    _ key: Key.Type, as value: Key.Value, property: StaticString
  ) {
    guard let preparation = storage?.preparation else { return }
    let tables = cache.tables
    let context = storage?.context ?? tables.context
    let table = tables.table(for: context)
    let isContext = key == DependencyContextKey.self
    let refusal = Creations.lock.withLock { () -> Refusal? in
      let id = UInt(bitPattern: ObjectIdentifier(key))
      if let override = findOverride(id) { return .overridden(override.location) }
      // The context that was prepared stands in the table of the one that was in force before.
      let candidates = isContext ? DependencyContext.all.map(tables.table) : [table]
      for cell in candidates.compactMap({ $0.find(id) }) {
        if Creations.isCreating(cell) { return .beingCreated }
        if cell.currentState & AnyValueCell.isReady != 0, let origin = cell.origin,
          origin.preparation !== preparation,
          !(context == .preview && origin.kind == .created)
        {
          return .exists(origin)
        }
      }
      let cell = ValueCell<Key.Value>(keyType: key, valueType: Key.Value.self, context: context)
      cell.publish(
        cache.kept(value),
        origin: ValueOrigin(
          kind: .prepared, location: preparation.location, preparation: preparation),
        readKeys: [id])
      table.insert(cell)
      if isContext, let context = value as? DependencyContext {
        tables.activate(context)
      }
      return nil
    }
    guard let refusal, context != .preview else { return }
    report(refusal, of: key, property: property, at: preparation.location)
  }

  private func report<Key: TestDependencyKey>(
    _ refusal: Refusal, of key: Key.Type, property: StaticString, at location: SourceLocation
  ) {
    let subject = DefaultValueDescription(
      key, for: ReadSubject(property: propertyName(property), declaration: nil, location: location))
    let first =
      switch refusal {
      case .overridden(let place): "the running scope overrides it at \(place)"
      case .exists(let origin) where origin.kind == .prepared:
        "it was prepared at \(origin.location)"
      case .exists(let origin): "it was read at \(origin.location)"
      case .beingCreated: "its default value is being created"
      }
    location.report(
      """
      \(subject.subject) cannot be prepared any more: \(first).
      \(subject.details)

      A key is prepared once, before anyone reads it. Prepare it where the program starts; for a passing change use \
      'withDependencies'.
      """)
  }
}

/// The name of a property of `DependencyValues`, unless what the compiler calls the caller is a function.
func propertyName(_ function: StaticString?) -> String? {
  guard let name = function.map(String.init), !name.isEmpty, !name.contains("(") else { return nil }
  return name
}
