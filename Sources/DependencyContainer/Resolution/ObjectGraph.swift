/// What one resolution of one container on one thread makes and shares.
@usableFromInline struct ObjectGraph {
  struct Unfinished {
    let registration: Registration
    let instance: AnyInstance
    let actions: [Entry.Action]
  }

  @usableFromInline var container: UnsafeRawPointer?
  /// Factories of this graph that are running.
  @usableFromInline var constructors = 0
  /// Whether there is anything to do at the graph's end.
  @usableFromInline var isDirty = false
  /// How many instances have actions that wait for the factories.
  @usableFromInline var pendingCount = 0

  @usableFromInline var completing = 0
  var pending: [Unfinished] = [] {
    didSet { pendingCount = pending.count }
  }
  @usableFromInline var instances = KeptInstances()
  var storages: [(storage: any InstanceStorage, entry: Entry)] = []
  var identifier: GraphIdentifier? {
    didSet { isObserved = identifier != nil }
  }
  /// Whether somebody may come back to the graph, so that what it makes is remembered.
  @usableFromInline private(set) var isObserved = false

  init() {}

  @inlinable var isUnfinished: Bool { pendingCount > 0 || completing > 0 }

  /// The graph's identifier. From now on somebody may come back with it, so the objects are remembered.
  mutating func observedIdentifier() -> GraphIdentifier {
    if let identifier { return identifier }
    let made = GraphIdentifier()
    identifier = made
    isDirty = true
    instances.forEach { made.memory.remember($1, in: $0) }
    return made
  }

  func instance(in storage: GraphStorage) -> AnyInstance? {
    instances.find(.passUnretained(storage))?.takeUnretainedValue()
      ?? identifier?.memory.instance(in: storage)
  }

  mutating func keep(_ instance: AnyInstance, in storage: GraphStorage) {
    instances.append(instance, in: .passUnretained(storage))
    identifier?.memory.remember(instance, in: storage)
  }
}
