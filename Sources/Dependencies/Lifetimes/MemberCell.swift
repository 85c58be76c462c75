import DependencySupport

/// The place of a value that has no key of its own: a member of a family, or what a main-actor dependency makes.
///
/// Sendable because `box` is under the lock and the rest is immutable.
class MemberCell<Value>: AnyValueCell, @unchecked Sendable {
  private let lock = Lock()
  private var box: MemberBox<Value>?
  private let label: @Sendable () -> String

  /// - Parameters:
  ///   - owner: The type that stands for the cell in the bookkeeping of reads.
  ///   - label: How messages name what the cell holds.
  init(owner: Any.Type, label: @escaping @Sendable () -> String) {
    self.label = label
    super.init(keyType: owner, valueType: Value.self, context: .live)
  }

  override var name: String { label() }

  private var sharedValue: Value?? {
    guard let box = lock.withLock({ box }) else { return nil }
    return box.value.map { .some($0) }
  }

  /// The value that these values see, made if need be.
  ///
  /// - Parameters:
  ///   - values: The values of the reader.
  ///   - location: Where the reader stands.
  ///   - make: Makes the value.
  ///   - keep: Wraps the value for keeping; nil if it is not to be kept.
  func value(
    in values: DependencyValues, at location: SourceLocation, make: () -> Value,
    keep: (Value) -> MemberBox<Value>?
  ) -> Value {
    let recorder = values.recorder
    // What must not be let go of under the lock of creations.
    var homes: [AnyOverride] = []
    var seen: Value??
    while true {
      homes.removeAll()
      if let (owned, value) = ownedValue(in: values, homes: &homes) {
        recorder?.note(reads: owned.reads, keys: owned.readKeys)
        return value
      }
      if let value = sharedValue.flatMap({ $0 }) {
        recorder?.note(reads: [], keys: readKeys)
        return value
      }
      let turn = Creations.begin(self, at: location) {
        seen = sharedValue
        return seen == nil && ownedValue(in: values, homes: &homes) == nil
      }
      switch turn {
      case .lookAgain: continue
      case .cycle(let cycle):
        fatalError("\(cycle.message)\nNothing can stand in for \(name). Break the cycle.")
      case .create:
        let subject = ReadSubject(property: nil, declaration: nil, location: location)
        return values.create(in: self, for: subject, noting: recorder, make: make) {
          (made: CreatedValue<Value>) in
          guard let box = keep(made.value) else { return }
          if let owner = made.owner {
            owner.own(
              OwnedValue(box, of: made, cell: self))
            addSensitiveKeys(made.reads.map(\.key))
          } else {
            readKeys = made.readKeys
            lock.withLock { self.box = box }
          }
        }
      }
    }
  }

  /// Whether nothing is kept any more, though something may have been.
  var isVacant: Bool { sharedValue == nil }

  private func ownedValue(
    in values: DependencyValues, homes: inout [AnyOverride]
  ) -> (AnyOwnedValue, Value)? {
    guard let owned = values.ownedValue(of: self, homes: &homes, where: { $0.isAlive }),
      let value = (owned as? OwnedValue<MemberBox<Value>>)?.value.value
    else { return nil }
    return (owned, value)
  }
}

/// A member's value, held strongly or not.
///
/// Sendable because it is immutable but for the weak reference, which the runtime makes safe to read from any thread.
final class MemberBox<Value>: @unchecked Sendable, MortalValue {
  private let strong: Value?
  private weak var object: AnyObject?

  init(_ value: Value) {
    strong = value
  }

  /// - Parameter value: An object, of whatever type.
  init(weak value: Value) {
    strong = nil
    object = value as AnyObject
  }

  var value: Value? {
    if let strong { return strong }
    return object as? Value
  }

  var isAlive: Bool { value != nil }
}

/// A value that can come to its end before what keeps it.
protocol MortalValue {
  var isAlive: Bool { get }
}

extension AnyOwnedValue {
  /// False where the value has died meanwhile.
  var isAlive: Bool { (mortal?.isAlive) ?? true }
}
