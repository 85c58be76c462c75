public import CDependencyAtomics

/// What a thread is resolving. Touched by its own thread only, except the word at `epoch`, which is atomic.
@usableFromInline struct ResolverThread {
  /// An instance that is stored, but not to be shown to others before the outermost resolution ends.
  struct Held {
    let entry: Entry
    let storage: any InstanceStorage
    let instance: AnyInstance
  }

  @usableFromInline let epoch: UnsafeMutablePointer<UInt>
  /// The container that the current graph belongs to.
  @usableFromInline var container: UnsafeRawPointer?
  @usableFromInline var graph: UnsafeMutablePointer<ObjectGraph>
  @usableFromInline var frame: UnsafeMutablePointer<ResolutionFrame>?
  @usableFromInline let globalEpoch: UnsafeMutablePointer<UInt>
  @usableFromInline let hasRetired: UnsafeMutablePointer<UInt>
  /// Zero while the thread claimed nothing in its outermost resolution.
  @usableFromInline var session: UInt = 0

  var held: [Held] = []
  var graphs: [UnsafeMutablePointer<ObjectGraph>]
  @usableFromInline var activeGraphs = 0
  var cycle: ResolutionError?
  /// Lazy services that are being made; the session lasts until the outermost of them is.
  var cells = 0

  @inlinable
  static var current: UnsafeMutablePointer<ResolverThread> {
    if let address = graft_current_resolver_thread() {
      return address.assumingMemoryBound(to: ResolverThread.self)
    }
    return make()
  }

  @usableFromInline
  static func make() -> UnsafeMutablePointer<ResolverThread> {
    let graph = UnsafeMutablePointer<ObjectGraph>.allocate(capacity: 1)
    graph.initialize(to: ObjectGraph())
    let epoch = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
    epoch.initialize(to: 0)
    let thread = UnsafeMutablePointer<ResolverThread>.allocate(capacity: 1)
    thread.initialize(
      to: ResolverThread(
        epoch: epoch, graph: graph, globalEpoch: Reclamation.shared.epoch,
        hasRetired: Reclamation.shared.hasRetired, graphs: [graph]))
    graft_set_current_resolver_thread(thread)
    Reclamation.shared.remember(thread)
    return thread
  }

  static func destroy(_ thread: UnsafeMutablePointer<ResolverThread>) {
    for graph in thread.pointee.graphs {
      graph.pointee.instances.removeAll()
      graph.pointee.instances.deallocate()
      graph.deinitialize(count: 1)
      graph.deallocate()
    }
    thread.pointee.epoch.deallocate()
    thread.deinitialize(count: 1)
    thread.deallocate()
  }

}

// MARK: - Entering and leaving

extension ResolverThread {
  /// What to go back to.
  @usableFromInline enum Entrance {
    case nested
    case outermost
    case switched(
      container: UnsafeRawPointer, graph: UnsafeMutablePointer<ObjectGraph>, pushed: Bool)
  }

  /// Begins a resolution of a container, which the caller keeps alive.
  @inlinable
  static func enter(
    _ thread: UnsafeMutablePointer<ResolverThread>, _ container: UnsafeRawPointer
  ) -> Entrance {
    if thread.pointee.container == container { return .nested }
    if thread.pointee.container == nil {
      publish(graft_load_sequential(thread.pointee.globalEpoch), thread)
      thread.pointee.container = container
      thread.pointee.graph.pointee.container = container
      return .outermost
    }
    return switchGraph(thread, container)
  }

  @inlinable
  static func publish(_ epoch: UInt, _ thread: UnsafeMutablePointer<ResolverThread>) {
    graft_store_sequential(thread.pointee.epoch, epoch)
  }

  @inlinable
  static func leave(_ thread: UnsafeMutablePointer<ResolverThread>, _ entrance: Entrance) {
    switch entrance {
    case .nested:
      return
    case .outermost:
      if thread.pointee.graph.pointee.isDirty || thread.pointee.session != 0
        || thread.pointee.activeGraphs > 1
      {
        finish(thread)
      } else {
        thread.pointee.container = nil
        graft_store_release(thread.pointee.epoch, 0)
        if thread.pointee.graph.pointee.instances.count > 0 {
          thread.pointee.graph.pointee.instances.removeAll()
        }
      }
      if graft_load_acquire(thread.pointee.hasRetired) != 0 { collect() }
    case .switched(let container, let graph, let pushed):
      switchBack(thread, container, graph, pushed)
    }
  }

  /// Looks at something that may be replaced meanwhile, without resolving anything.
  static func reading<Result>(_ body: () -> Result) -> Result {
    let thread = ResolverThread.current
    guard thread.pointee.container == nil else { return body() }
    publish(graft_load_sequential(thread.pointee.globalEpoch), thread)
    defer { publish(0, thread) }
    return body()
  }

  @usableFromInline static func collect() {
    Reclamation.shared.collect()
  }

  @usableFromInline
  static func switchGraph(
    _ thread: UnsafeMutablePointer<ResolverThread>, _ container: UnsafeRawPointer
  ) -> Entrance {
    let previous = thread.pointee.graph
    let from = thread.pointee.container ?? container
    if thread.pointee.activeGraphs == 0 { thread.pointee.activeGraphs = 1 }
    let active = thread.pointee.graphs[..<thread.pointee.activeGraphs]
    if let graph = active.last(where: { $0.pointee.container == container }) {
      thread.pointee.graph = graph
      thread.pointee.container = container
      return .switched(container: from, graph: previous, pushed: false)
    }
    push(thread, container, identifier: nil)
    return .switched(container: from, graph: previous, pushed: true)
  }

  private static func push(
    _ thread: UnsafeMutablePointer<ResolverThread>, _ container: UnsafeRawPointer,
    identifier: GraphIdentifier?
  ) {
    if thread.pointee.activeGraphs == thread.pointee.graphs.count {
      let graph = UnsafeMutablePointer<ObjectGraph>.allocate(capacity: 1)
      graph.initialize(to: ObjectGraph())
      thread.pointee.graphs.append(graph)
    }
    let graph = thread.pointee.graphs[thread.pointee.activeGraphs]
    thread.pointee.activeGraphs += 1
    graph.pointee.container = container
    graph.pointee.identifier = identifier
    thread.pointee.graph = graph
    thread.pointee.container = container
  }

  /// Makes the graph of an identifier the current one; an active graph of that identifier is used again.
  static func enter(
    _ thread: UnsafeMutablePointer<ResolverThread>, _ container: UnsafeRawPointer,
    graph identifier: GraphIdentifier
  ) -> Entrance {
    guard let from = thread.pointee.container else {
      publish(graft_load_sequential(thread.pointee.globalEpoch), thread)
      thread.pointee.container = container
      thread.pointee.graph.pointee.container = container
      thread.pointee.graph.pointee.identifier = identifier
      thread.pointee.graph.pointee.isDirty = true
      return .outermost
    }
    let previous = thread.pointee.graph
    if thread.pointee.activeGraphs == 0 { thread.pointee.activeGraphs = 1 }
    let active = thread.pointee.graphs[..<thread.pointee.activeGraphs]
    if let graph = active.last(where: { $0.pointee.identifier == identifier }) {
      thread.pointee.graph = graph
      thread.pointee.container = container
      return .switched(container: from, graph: previous, pushed: false)
    }
    push(thread, container, identifier: identifier)
    return .switched(container: from, graph: previous, pushed: true)
  }

  @usableFromInline
  static func switchBack(
    _ thread: UnsafeMutablePointer<ResolverThread>, _ container: UnsafeRawPointer,
    _ graph: UnsafeMutablePointer<ObjectGraph>, _ pushed: Bool
  ) {
    let ending = thread.pointee.graph
    thread.pointee.container = container
    thread.pointee.graph = graph
    guard pushed, let first = thread.pointee.graphs.firstIndex(of: ending) else { return }
    let below = thread.pointee.graphs[..<first]
    if let own = ending.pointee.container,
      below.contains(where: { Container.isAncestor(own, of: $0.pointee.container) })
    {
      return
    }
    endGraphs(thread, from: first)
  }

  private static func endGraphs(_ thread: UnsafeMutablePointer<ResolverThread>, from first: Int) {
    let ended = thread.pointee.graphs[first..<max(first, thread.pointee.activeGraphs)].map {
      let graph = $0.pointee
      $0.pointee = ObjectGraph()
      return graph
    }
    thread.pointee.activeGraphs = first
    for graph in ended.reversed() { end(graph) }
  }

  private static func end(_ graph: ObjectGraph) {
    complete(graph)
    var instances = graph.instances
    instances.removeAll()
    instances.deallocate()
  }

  private static func complete(_ graph: ObjectGraph) {
    guard !graph.storages.isEmpty else { return }
    for (storage, entry) in graph.storages {
      if let graphStorage = storage as? any GraphAware {
        if let identifier = graph.identifier { graphStorage.complete(identifier) }
      } else {
        entry.withStorage { _ in storage.graphResolutionCompleted() }
      }
    }
  }

  /// The end of an outermost resolution: shows what was held back, then lets go of the graph.
  @usableFromInline
  static func finish(_ thread: UnsafeMutablePointer<ResolverThread>) {
    if thread.pointee.session != 0, thread.pointee.cells == 0 {
      ResolutionCoordinator.shared.end(thread)
    }
    let graph = thread.pointee.graph.pointee
    thread.pointee.graph.pointee = ObjectGraph()
    thread.pointee.cycle = nil
    let active = thread.pointee.activeGraphs
    thread.pointee.container = nil
    publish(0, thread)
    if active > 1 { endGraphs(thread, from: 1) }
    thread.pointee.activeGraphs = 0
    end(graph)
  }
}

// MARK: - Looking at the stack

extension ResolverThread {
  /// From the outermost factory to the innermost one.
  static func frames(
    _ thread: UnsafeMutablePointer<ResolverThread>
  ) -> [UnsafeMutablePointer<ResolutionFrame>] {
    var frames: [UnsafeMutablePointer<ResolutionFrame>] = []
    var next = thread.pointee.frame
    while let frame = next {
      frames.append(frame)
      next = frame.pointee.parent
    }
    return frames.reversed()
  }

  static func path(_ thread: UnsafeMutablePointer<ResolverThread>) -> [ResolutionError.Step] {
    frames(thread).map { $0.pointee.registration._withUnsafeGuaranteedRef { $0.step } }
  }

  @inlinable
  static func isConstructing(
    _ registration: Unmanaged<Registration>, _ thread: UnsafeMutablePointer<ResolverThread>
  ) -> Bool {
    let entry = registration._withUnsafeGuaranteedRef {
      Unmanaged.passUnretained($0.entry).toOpaque()
    }
    var next = thread.pointee.frame
    while let frame = next {
      if frame.pointee.registration._withUnsafeGuaranteedRef({
        Unmanaged.passUnretained($0.entry).toOpaque()
      }) == entry {
        return true
      }
      next = frame.pointee.parent
    }
    return false
  }
}
