public import CDependencyAtomics

/// The members of a family that exist and that everyone sees, read without a lock and without retaining what threads share.
///
/// They stand in an open-addressing array: a mask, then a word for each slot, which is zero, ``removed``, or a retained
/// ``PublishedMember``. A reader counts itself in one of several words before it looks, so that threads seldom write to the same
/// one. Who takes a member or an array out waits until nobody reads who may still see it.
///
/// The first word is zero or the array, the second one zero or the readers' words. They are written under the family's lock.
///
/// Sendable because what readers see is immutable or atomic, and everything else is under the family's lock.
@usableFromInline
class PublishedMembers<Argument: Hashable, Value>: AtomicWords, @unchecked Sendable {
  /// The number of slots that are not zero.
  private final var count = 0

  @inlinable static var removed: UInt { 1 }

  fileprivate typealias Member = PublishedMember<Argument, Value>

  override init() {}

  deinit {
    if let array { _ = Self.takeAll(array) }
    if let readers = UnsafeMutablePointer<UInt>(bitPattern: graft_load_acquire(secondWord)) {
      graft_destroy_readers(readers)
    }
  }
}

/// A member and its argument.
///
/// Sendable because it is immutable, and the value is of a `Sendable` type.
@usableFromInline
final class PublishedMember<Argument: Hashable, Value>: @unchecked Sendable {
  @usableFromInline let hash: UInt
  @usableFromInline let argument: Argument
  @usableFromInline let value: Value
  /// Says whether some scope may have a member of its own.
  @usableFromInline let cell: AnyValueCell

  fileprivate init(hash: UInt, argument: Argument, value: Value, cell: AnyValueCell) {
    self.hash = hash
    self.argument = argument
    self.value = value
    self.cell = cell
  }
}

// MARK: - Looking up

extension PublishedMembers {
  /// The member of an argument, if it was published and nothing that the running scope overrides can make a difference.
  @inlinable @inline(__always)
  final func published(_ argument: Argument) -> Value? {
    guard
      let readers = UnsafeMutablePointer<UInt>(bitPattern: graft_load_acquire(secondWord)),
      !BorrowedValues.bound.seen.isRecording
    else { return nil }
    let hash = Self.hash(argument)
    let reading = graft_begin_reading(readers)
    defer { graft_end_reading(reading) }
    guard let array = UnsafePointer<UInt>(bitPattern: graft_load_sequential(firstWord)) else {
      return nil
    }
    let mask = array[0]
    var index = hash & mask
    while true {
      let word = graft_load_sequential(array + 1 + Int(bitPattern: index))
      guard let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
      if word != Self.removed {
        let member = Unmanaged<PublishedMember<Argument, Value>>.fromOpaque(pointer)
        let value = member._withUnsafeGuaranteedRef { member -> Value? in
          guard member.hash == hash, member.argument == argument,
            member.cell.currentState & AnyValueCell.isSensitive == 0
          else { return nil }
          return member.value
        }
        if let value { return value }
      }
      index = (index &+ 1) & mask
    }
  }

  @inlinable @inline(__always)
  static func hash(_ argument: Argument) -> UInt {
    graft_scramble(UInt(bitPattern: argument.hashValue))
  }
}

// MARK: - Publishing and withdrawing, under the family's lock

extension PublishedMembers {
  private final var array: UnsafeMutablePointer<UInt>? {
    UnsafeMutablePointer(bitPattern: graft_load_acquire(firstWord))
  }

  /// Lets readers find a member, unless one with the same hash is there already.
  final func publish(_ value: Value, of argument: Argument, in cell: AnyValueCell) {
    let hash = Self.hash(argument)
    if graft_load_acquire(secondWord) == 0 {
      guard let readers = graft_make_readers() else { return }
      graft_store_sequential(secondWord, UInt(bitPattern: readers))
    }
    guard slot(of: hash) == nil else { return }
    let array = roomForOne()
    let member = Member(hash: hash, argument: argument, value: value, cell: cell)
    count += 1
    graft_store_sequential(
      Self.emptySlot(for: hash, in: array),
      UInt(bitPattern: Unmanaged.passRetained(member).toOpaque()))
  }

  /// Hides a member from readers.
  ///
  /// - Returns: What must be let go of without the lock.
  final func withdraw(_ argument: Argument) -> AnyObject? {
    let hash = Self.hash(argument)
    guard let slot = slot(of: hash), let member = Self.member(in: slot),
      member._withUnsafeGuaranteedRef({ $0.argument == argument })
    else { return nil }
    graft_store_sequential(slot, Self.removed)
    waitForReaders()
    return member.takeRetainedValue()
  }

  /// Hides all members from readers.
  ///
  /// - Returns: What must be let go of without the lock.
  final func withdrawAll() -> [AnyObject] {
    guard let array else { return [] }
    graft_store_sequential(firstWord, 0)
    count = 0
    waitForReaders()
    return Self.takeAll(array)
  }

  private final func waitForReaders() {
    guard let readers = UnsafeMutablePointer<UInt>(bitPattern: graft_load_acquire(secondWord))
    else {
      return
    }
    graft_wait_for_readers(readers)
  }

  private static func member(in slot: UnsafeMutablePointer<UInt>) -> Unmanaged<Member>? {
    guard slot.pointee != removed, let pointer = UnsafeRawPointer(bitPattern: slot.pointee) else {
      return nil
    }
    return Unmanaged.fromOpaque(pointer)
  }

  private final func slot(of hash: UInt) -> UnsafeMutablePointer<UInt>? {
    guard let array else { return nil }
    var index = hash & array[0]
    while true {
      let slot = array + 1 + Int(bitPattern: index)
      if slot.pointee == 0 { return nil }
      if Self.member(in: slot)?._withUnsafeGuaranteedRef({ $0.hash }) == hash { return slot }
      index = (index &+ 1) & array[0]
    }
  }

  private static func emptySlot(
    for hash: UInt, in array: UnsafeMutablePointer<UInt>
  ) -> UnsafeMutablePointer<UInt> {
    var index = hash & array[0]
    while array[1 + Int(bitPattern: index)] != 0 { index = (index &+ 1) & array[0] }
    return array + 1 + Int(bitPattern: index)
  }

  /// The array, or a new one if it is full: at least one slot in four is zero.
  private final func roomForOne() -> UnsafeMutablePointer<UInt> {
    let old = array
    let capacity = old.map { Int($0[0]) + 1 } ?? 0
    if let old, (count + 1) * 4 <= capacity * 3 { return old }
    let members = old.map { old in (1...capacity).compactMap { Self.member(in: old + $0) } } ?? []
    var newCapacity = 8
    while (members.count + 1) * 2 > newCapacity { newCapacity *= 2 }
    let new = UnsafeMutablePointer<UInt>.allocate(capacity: newCapacity + 1)
    new.initialize(repeating: 0, count: newCapacity + 1)
    new[0] = UInt(newCapacity - 1)
    for member in members {
      let hash = member._withUnsafeGuaranteedRef { $0.hash }
      Self.emptySlot(for: hash, in: new).pointee = UInt(bitPattern: member.toOpaque())
    }
    count = members.count
    graft_store_sequential(firstWord, UInt(bitPattern: new))
    if let old {
      waitForReaders()
      old.deallocate()
    }
    return new
  }

  /// Takes the members out of an array that nobody reads any more, and frees it.
  private static func takeAll(_ array: UnsafeMutablePointer<UInt>) -> [AnyObject] {
    defer { array.deallocate() }
    return (1...Int(array[0]) + 1).compactMap { member(in: array + $0)?.takeRetainedValue() }
  }
}
