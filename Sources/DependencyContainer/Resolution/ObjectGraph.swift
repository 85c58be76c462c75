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

  var completing = 0
  var pending: [Unfinished] = [] {
    didSet { pendingCount = pending.count }
  }
  var instances: [(storage: GraphStorage, instance: AnyInstance)] = []
  var storages: [(storage: any InstanceStorage, entry: Entry)] = []
  var identifier: GraphIdentifier?

  init() {}

  var isUnfinished: Bool { !pending.isEmpty || completing > 0 }

  /// The graph's identifier. From now on somebody may come back with it, so the objects are remembered.
  mutating func observedIdentifier() -> GraphIdentifier {
    if let identifier { return identifier }
    let made = GraphIdentifier()
    identifier = made
    isDirty = true
    for (storage, instance) in instances { made.memory.remember(instance, in: storage) }
    return made
  }

  func instance(in storage: GraphStorage) -> AnyInstance? {
    for (kept, instance) in instances where kept === storage { return instance }
    return identifier?.memory.instance(in: storage)
  }

  mutating func keep(_ instance: AnyInstance, in storage: GraphStorage) {
    instances.append((storage, instance))
    isDirty = true
    identifier?.memory.remember(instance, in: storage)
  }
}
