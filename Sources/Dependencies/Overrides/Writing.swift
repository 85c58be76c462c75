import DependencySupport

extension DependencyValues {
  @usableFromInline
  mutating func set<Key: TestDependencyKey>(
    _ key: Key.Type, to value: Key.Value, property: StaticString, location: SourceLocation
  ) {
    if let preparation = storage?.preparation {
      prepare(key, as: value, in: preparation, property: property)
      return
    }
    var storage = merged ?? ValuesStorage(cache: nil)
    self.storage = nil
    fallback = nil
    ValuesStorage.insert(
      Override(
        key: UInt(bitPattern: ObjectIdentifier(key)), value: value,
        location: UpdateFrame.current?.location ?? location, depth: storage.depth),
      into: &storage)
    if let context = value as? DependencyContext, key == DependencyContextKey.self {
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

  private func prepare<Key: TestDependencyKey>(
    _ key: Key.Type, as value: Key.Value, in preparation: Preparation, property: StaticString
  ) {
    let tables = cache.tables
    let context = storage?.context ?? tables.context
    let table = tables.table(for: context)
    let refusal = Creations.lock.withLock { () -> Refusal? in
      let id = UInt(bitPattern: ObjectIdentifier(key))
      if let override = findOverride(id) { return .overridden(override.location) }
      if let cell = table.find(id) {
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
        value,
        origin: ValueOrigin(
          kind: .prepared, location: preparation.location, preparation: preparation),
        readKeys: [id])
      table.insert(cell)
      if let context = value as? DependencyContext, key == DependencyContextKey.self {
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
