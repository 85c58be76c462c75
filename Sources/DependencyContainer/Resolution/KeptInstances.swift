/// What a graph keeps until its end, in the order of making. Graphs are small, so it is looked through from the start.
///
/// It is as safe as its owner: the memory is a thread's own, and ``removeAll()`` is called before the last copy is dropped.
@usableFromInline struct KeptInstances {
  @usableFromInline struct Slot {
    @usableFromInline let storage: Unmanaged<GraphStorage>
    @usableFromInline let instance: Unmanaged<AnyInstance>
  }

  @usableFromInline private(set) var count = 0
  private var capacity = 0
  @usableFromInline private(set) var slots: UnsafeMutablePointer<Slot>?

  init() {}

  @inlinable
  func find(_ storage: Unmanaged<GraphStorage>) -> Unmanaged<AnyInstance>? {
    guard let slots else { return nil }
    let wanted = storage.toOpaque()
    var index = 0
    while index < count {
      if slots[index].storage.toOpaque() == wanted { return slots[index].instance }
      index += 1
    }
    return nil
  }

  func forEach(_ body: (GraphStorage, AnyInstance) -> Void) {
    guard let slots else { return }
    for index in 0..<count {
      body(slots[index].storage.takeUnretainedValue(), slots[index].instance.takeUnretainedValue())
    }
  }

  @usableFromInline
  mutating func append(_ instance: AnyInstance, in storage: Unmanaged<GraphStorage>) {
    let slots = room()
    _ = storage.retain()
    slots[count] = Slot(storage: storage, instance: .passRetained(instance))
    count += 1
  }

  private mutating func room() -> UnsafeMutablePointer<Slot> {
    if let slots, count < capacity { return slots }
    let larger = UnsafeMutablePointer<Slot>.allocate(capacity: max(8, capacity * 2))
    if let slots {
      larger.moveInitialize(from: slots, count: count)
      slots.deallocate()
    }
    capacity = max(8, capacity * 2)
    slots = larger
    return larger
  }

  /// Lets go of everything. What dies meanwhile may resolve again, and finds nothing of it.
  @usableFromInline
  mutating func removeAll() {
    let (ended, endedCapacity, endedCount) = (slots, capacity, count)
    self = KeptInstances()
    guard let ended else { return }
    for index in 0..<endedCount {
      ended[index].instance.release()
      ended[index].storage.release()
    }
    guard slots == nil else { return ended.deallocate() }
    slots = ended
    capacity = endedCapacity
  }

  func deallocate() {
    slots?.deallocate()
  }
}
