public import CDependencyAtomics

/// The place of one key's default value, in one context of one cache.
///
/// A cell is made when its key is first read and lives as long as its table. Its value is written once, by the thread that
/// created it, before `isReady` is published in the first word; after that nobody writes it again.
///
/// Sendable because `key` and the value are immutable once they can be seen, the words are read and
/// written atomically, and the rest is touched only under ``Creations``' lock.
@usableFromInline
class AnyValueCell: TableEntry, @unchecked Sendable {
  final let keyType: Any.Type
  final let valueType: Any.Type
  final let context: DependencyContext
  /// The scope that the key's values live in, if it has one.
  final let scope: DependencyScope?
  /// Whether the value is made anew wherever something that it read is overridden.
  final let isDerived: Bool

  /// How the value came to be; set before the value is published.
  final var origin: ValueOrigin?
  /// Every key that the value's creation read, directly or through others.
  final var readKeys: Set<UInt> = []
  /// An issue that was held back because the value was first needed to override a part of it.
  final var heldBackIssue: (@Sendable (SourceLocation) -> Void)?
  /// Where the value is, once there is one; written before `isReady` is published.
  @usableFromInline @exclusivity(unchecked) fileprivate(set) final var place: UnsafeRawPointer?
  /// What a reader that closed a cycle was given while the value is being created.
  final var cycleFallback: CycleFallback?

  @usableFromInline static var isReady: UInt { 1 }
  @usableFromInline static var isSensitive: UInt { 2 }
  @usableFromInline static var holdsBackIssue: UInt { 4 }

  init(
    keyType: Any.Type, valueType: Any.Type, context: DependencyContext,
    scope: DependencyScope? = nil,
    isDerived: Bool = false
  ) {
    self.scope = scope
    self.isDerived = isDerived
    self.keyType = keyType
    self.valueType = valueType
    self.context = context
    super.init(key: UInt(bitPattern: ObjectIdentifier(keyType)))
  }

  deinit {
    if let word = UnsafeRawPointer(bitPattern: graft_load_acquire(secondWord)) {
      Unmanaged<SensitiveKeys>.fromOpaque(word).release()
    }
  }

  /// How messages name what the cell holds.
  var name: String { typeName(keyType) }

  @inlinable @inline(__always)
  final var currentState: UInt { graft_load_acquire(firstWord) }

  /// Where the value of a key is, if a table has it and everybody who reads the table shares it.
  ///
  /// - Parameters:
  ///   - key: The address of the key's type.
  ///   - word: Where the table is published.
  ///   - passing: What the cell's state may say besides that the value is ready.
  @inlinable @inline(__always)
  static func readyPlace(
    _ key: UInt, in word: UnsafeMutablePointer<UInt>, passing: UInt
  ) -> UnsafeRawPointer? {
    guard let entry = findEntry(in: graft_load_acquire(word), key: key),
      graft_load_acquire(graft_word(entry, 2)) & ~passing == isReady
    else { return nil }
    return Unmanaged<AnyValueCell>.fromOpaque(entry)._withUnsafeGuaranteedRef { $0.place }
  }

  final func setState(_ bits: UInt) {
    _ = graft_set_bits(firstWord, bits)
  }

  final func clearState(_ bits: UInt) {
    _ = graft_clear_bits(firstWord, bits)
  }

  /// The keys that, when overridden, have led to a value of a scope's own. The second word is zero or a retained list.
  final var sensitiveKeys: SensitiveKeys? {
    let word = graft_load_acquire(secondWord)
    guard let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
    return Unmanaged<SensitiveKeys>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Adds keys to the sensitive ones. Called under the lock of ``Creations``.
  final func addSensitiveKeys(_ keys: some Sequence<UInt>) {
    let old = sensitiveKeys
    var all = old?.keys ?? []
    for key in keys where !all.contains(key) { all.append(key) }
    guard all.count != old?.keys.count else { return }
    let new = SensitiveKeys(keys: all, replaced: old)
    if let old { Unmanaged.passUnretained(old).release() }
    graft_store_release(
      secondWord, UInt(bitPattern: Unmanaged.passRetained(new).toOpaque()))
    setState(Self.isSensitive)
  }
}

/// Keeps the lists that it replaced, because a reader may still be going through one of them.
final class SensitiveKeys: Sendable {
  let keys: [UInt]
  private let replaced: SensitiveKeys?

  init(keys: [UInt], replaced: SensitiveKeys?) {
    self.keys = keys
    self.replaced = replaced
  }
}

@usableFromInline
final class ValueCell<Value>: AnyValueCell, @unchecked Sendable {
  deinit {
    guard let place else { return }
    let value = UnsafeMutablePointer(mutating: place.assumingMemoryBound(to: Value.self))
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Publishes the value that every scope without overrides of what it read shares.
  func publish(_ value: Value, origin: ValueOrigin, readKeys: Set<UInt>) {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    place.initialize(to: value)
    self.place = UnsafeRawPointer(place)
    self.origin = origin
    self.readKeys = readKeys
    setState(Self.isReady)
  }

  var readyValue: Value {
    guard let place else { preconditionFailure("a value is read before it is there") }
    return place.assumingMemoryBound(to: Value.self).pointee
  }
}

/// A value that refers to what its copies share, and need not count the copies where it is kept for good.
protocol PermanentValue {
  /// The same value, whose copies are not counted. What it refers to is never freed.
  var keptForGood: Self { get }
}

extension CachedValues {
  /// A default value in the form in which this cache keeps it.
  func kept<Value>(_ value: Value) -> Value {
    guard isPermanent, let value = value as? any PermanentValue,
      let kept = value.keptForGood as? Value
    else { return value }
    return kept
  }
}

/// How a default value came to be.
struct ValueOrigin: Sendable {
  enum Kind: Sendable { case created, prepared }

  let kind: Kind
  let location: SourceLocation
  let preparation: Preparation?
}
