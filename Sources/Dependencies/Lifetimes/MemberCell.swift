import DependencySupport

/// The place of a value that has no key of its own: a member of a family, or what a main-actor dependency makes.
///
/// Sendable because the boxes are under the lock and the rest is immutable.
class MemberCell<Value>: AnyValueCell, @unchecked Sendable {
  private let lock = Lock()
  private var box: MemberBox<Value>?
  private var boxesOfOverrides = WeakList<MemberBox<Value>>()
  private let label: @Sendable () -> String

  /// - Parameters:
  ///   - owner: The type that stands for the cell in the bookkeeping of reads.
  ///   - label: How messages name what the cell holds.
  init(owner: Any.Type, label: @escaping @Sendable () -> String) {
    self.label = label
    super.init(keyType: owner, valueType: Value.self, context: .live)
  }

  override var name: String { label() }

  private var sharedValue: Value? { lock.withLock { box?.content } }

  /// The value that these values see, made if need be.
  ///
  /// - Parameters:
  ///   - values: The values of the reader.
  ///   - location: Where the reader stands.
  ///   - make: Makes the value.
  ///   - keep: Wraps the value for keeping under a lock; nil if it is not to be kept.
  func value(
    in values: DependencyValues, at location: SourceLocation, make: () -> Value,
    keep: (Value, Lock) -> MemberBox<Value>?
  ) -> Value {
    let recorder = values.recorder
    // What must not be let go of under the lock of creations.
    var held: [Any] = []
    while true {
      held.removeAll()
      if let owned = values.ownedValue(of: self) as? OwnedValue<Value>, let value = owned.value {
        recorder?.note(reads: owned.reads, keys: owned.readKeys)
        return value
      }
      if let value = sharedValue {
        recorder?.note(reads: [], keys: readKeys)
        return value
      }
      let turn = Creations.begin(self, at: location) {
        if let shared = sharedValue {
          held.append(shared)
          return false
        }
        return values.ownedValue(of: self, holding: &held) == nil
      }
      switch turn {
      case .lookAgain: continue
      case .cycle(let cycle):
        fatalError("\(cycle.message)\nNothing can stand in for \(name). Break the cycle.")
      case .create:
        let subject = ReadSubject(property: nil, declaration: nil, location: location)
        return values.create(in: self, for: subject, noting: recorder, make: make) {
          (made: CreatedValue<Value>) in
          guard let box = keep(made.value, lock) else { return }
          if let owner = made.owner {
            owner.own(OwnedValue(box, of: made, cell: self), holding: &held)
            addSensitiveKeys(made.reads.map(\.key))
            lock.withLock { boxesOfOverrides.add(box, holding: &held) }
          } else {
            readKeys = made.readKeys
            lock.withLock { self.box = box }
          }
        }
      }
    }
  }

  /// Whether nothing is kept any more, by the cell or by any override, though something may have been.
  ///
  /// - Parameter held: Takes in what must not be let go of under a lock.
  func isVacant(holding held: inout [Any]) -> Bool {
    let boxes = lock.withLock { [box] + boxesOfOverrides.elements }
    let values = boxes.map { $0?.value }
    held.append((boxes, values))
    return values.allSatisfy { $0 == nil }
  }

  /// Lets go of what the cell and overrides keep.
  func empty() {
    let boxes = lock.withLock { () -> [MemberBox<Value>?] in
      defer { box = nil }
      return [box] + boxesOfOverrides.elements
    }
    for box in boxes { box?.empty() }
  }
}

/// A value that may be held weakly, and that may be let go of before the box is.
///
/// Sendable because what changes is under the lock, and the value is of a `Sendable` type or used on the main actor alone.
final class MemberBox<Value>: @unchecked Sendable {
  private let lock: Lock
  private var strong: Value?
  private weak var object: AnyObject?

  init(_ value: Value, under lock: Lock) {
    self.lock = lock
    strong = value
  }

  /// - Parameter value: An object, of whatever type.
  init(weak value: Value, under lock: Lock) {
    self.lock = lock
    object = value as AnyObject
  }

  var value: Value? { lock.withLock { content } }

  /// The value. Called under the lock.
  var content: Value? {
    if let strong { return strong }
    // An object that is gone must not be cast: where the value is an optional, that would succeed.
    guard let object else { return nil }
    return object as? Value
  }

  func empty() {
    let value = lock.withLock { () -> Value? in
      defer {
        strong = nil
        object = nil
      }
      return strong
    }
    withExtendedLifetime(value) {}
  }
}

/// Objects that are not kept alive. Those that have died are forgotten whenever there are twice as many as the last time.
struct WeakList<Element: AnyObject> {
  private struct Reference {
    weak var object: Element?
  }

  private var references: [Reference] = []
  private var limit = 8

  var elements: [Element] { references.compactMap(\.object) }

  /// - Parameter held: Takes in what must not be let go of under a lock.
  mutating func add(_ element: Element, holding held: inout [Any]) {
    if references.count >= limit {
      held.append(elements)
      references.removeAll { $0.object == nil }
      limit = max(8, references.count * 2)
    }
    references.append(Reference(object: element))
  }
}
