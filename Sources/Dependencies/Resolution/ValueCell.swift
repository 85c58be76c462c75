public import CDependencyAtomics

/// The place of one key's default value, in one context of one cache.
///
/// A cell is made when its key is first read and lives as long as its table. Its value is written once, by the thread that
/// created it, before `isReady` is published in `state`; after that nobody writes it again.
///
/// Sendable because `key` and the value are immutable once they can be seen, `state` and `sensitivityWord` are read and
/// written atomically, and the rest is touched only under ``Creations``' lock.
@usableFromInline
class AnyValueCell: @unchecked Sendable {
  @usableFromInline
  final let key: UInt

  @usableFromInline @exclusivity(unchecked)
  final var state: UInt = 0

  /// The keys that, when overridden, have led to a value of a scope's own. Zero, or a retained ``SensitiveKeys``.
  @exclusivity(unchecked)
  private final var sensitivityWord: UInt = 0

  final let keyType: Any.Type
  final let valueType: Any.Type
  final let context: DependencyContext

  /// How the value came to be; set before the value is published.
  final var origin: ValueOrigin?
  /// Every key that the value's creation read, directly or through others.
  final var readKeys: Set<UInt> = []
  /// An issue that was held back because the value was first needed to override a part of it.
  final var heldBackIssue: (@Sendable (SourceLocation) -> Void)?
  /// What a reader that closed a cycle was given while the value is being created.
  final var cycleFallback: CycleFallback?

  @usableFromInline static var isReady: UInt { 1 }
  @usableFromInline static var isSensitive: UInt { 2 }
  @usableFromInline static var holdsBackIssue: UInt { 4 }

  init(keyType: Any.Type, valueType: Any.Type, context: DependencyContext) {
    key = UInt(bitPattern: ObjectIdentifier(keyType))
    self.keyType = keyType
    self.valueType = valueType
    self.context = context
  }

  deinit {
    if let word = UnsafeRawPointer(bitPattern: sensitivityWord) {
      Unmanaged<SensitiveKeys>.fromOpaque(word).release()
    }
  }

  @inlinable @inline(__always)
  final var currentState: UInt { withUnsafeMutablePointer(to: &state) { graft_load_acquire($0) } }

  final func setState(_ bits: UInt) {
    _ = withUnsafeMutablePointer(to: &state) { graft_set_bits($0, bits) }
  }

  final func clearState(_ bits: UInt) {
    _ = withUnsafeMutablePointer(to: &state) { graft_clear_bits($0, bits) }
  }

  final var sensitiveKeys: SensitiveKeys? {
    let word = withUnsafeMutablePointer(to: &sensitivityWord) { graft_load_acquire($0) }
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
    withUnsafeMutablePointer(to: &sensitivityWord) {
      graft_store_release($0, UInt(bitPattern: Unmanaged.passRetained(new).toOpaque()))
    }
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
  @usableFromInline @exclusivity(unchecked)
  var value: Value?

  /// Publishes the value that every scope without overrides of what it read shares.
  func publish(_ value: Value, origin: ValueOrigin, readKeys: Set<UInt>) {
    self.value = value
    self.origin = origin
    self.readKeys = readKeys
    setState(Self.isReady)
  }

  @inlinable @inline(__always)
  var readyValue: Value { value.unsafelyUnwrapped }
}

/// How a default value came to be.
struct ValueOrigin: Sendable {
  enum Kind: Sendable { case created, prepared }

  let kind: Kind
  let location: SourceLocation
  let preparation: Preparation?
}
