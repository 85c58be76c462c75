/// One service to be made or found: the registration, what is on the way to it, and how its factory is called.
struct Resolution {
  typealias Thread = UnsafeMutablePointer<ResolverThread>

  /// How often an entry that takes other arguments each time may be inside itself.
  static let turnLimit = 200

  let registration: Registration
  let container: Container
  let thread: Thread
  let arguments: UnsafeRawPointer?
  let site: ResolutionSite
  let make: () throws -> AnyInstance

  private var entry: Entry { registration.entry }
  private var graph: UnsafeMutablePointer<ObjectGraph> { thread.pointee.graph }

  /// The instance, from the storage or made now.
  func callAsFunction() throws(ResolutionError) -> AnyInstance {
    let storage = entry.storage
    let mode = entry.mode
    if mode.contains(.isObserved) {
      container.registry.currentVerification?.watch(registration, thread)
    }
    if mode.contains(.transient) { return try construct(.nowhere) }
    if let storage = storage as? GraphStorage {
      if let instance = graph.pointee.instance(in: storage) {
        if graph.pointee.isUnfinished { thread.pointee.frame?.pointee.isUnfinished = true }
        return instance
      }
      return try construct(.graph(storage))
    }
    return try share(storage)
  }

  private enum Place {
    case nowhere
    case graph(GraphStorage)
    /// In a storage that this session has claimed.
    case claimed(any InstanceStorage)
    /// In a storage that a factory further out is about to fill.
    case inner(any InstanceStorage)
  }
}

// MARK: - Shared storages

extension Resolution {
  private func share(_ storage: any InstanceStorage) throws(ResolutionError) -> AnyInstance {
    while true {
      if !entry.isClaimed, let instance = stored(in: storage), !entry.isClaimed { return instance }
      switch ResolutionCoordinator.shared.request(storage, by: thread, path: nodes) {
      case .construct:
        entry.isClaimed = true
        if let instance = stored(in: storage) {
          giveUp(storage)
          return instance
        }
        return try construct(.claimed(storage))
      case .reenter:
        return try construct(.inner(storage))
      case .use(let instance):
        thread.pointee.frame?.pointee.isUnfinished = true
        return instance
      case .wait, .retry:
        continue
      case .cycle(let steps, let storage):
        throw fail(cycle: steps, from: storage)
      }
    }
  }

  private func stored(in storage: any InstanceStorage) -> AnyInstance? {
    if let storage = storage as? PermanentStorage {
      return storage.published?.takeUnretainedValue()
    }
    let identifier = graph.pointee.observedIdentifier()
    noteUse(of: storage)
    return entry.withStorage { $0.instance(inGraph: identifier) }.map(Instance<Any>.init)
  }

  private func noteUse(of storage: any InstanceStorage) {
    if !graph.pointee.storages.contains(where: { $0.storage === storage }) {
      graph.pointee.storages.append((storage, entry))
      graph.pointee.isDirty = true
    }
  }

  private func giveUp(_ storage: any InstanceStorage) {
    entry.isClaimed = false
    ResolutionCoordinator.shared.release(storage, by: thread)
  }

  private func nodes() -> [ResolutionCoordinator.Machine.Node] {
    ResolutionCoordinator.nodes(of: thread) + [ResolutionCoordinator.node(of: registration)]
  }
}

// MARK: - Making

extension Resolution {
  private func construct(_ place: Place) throws(ResolutionError) -> AnyInstance {
    try checkTurn()
    let isOutermost = graph.pointee.constructors == 0
    let mark = graph.pointee.pending.count
    var frame = ResolutionFrame(
      parent: thread.pointee.frame, registration: .passUnretained(registration),
      arguments: arguments, isConstructing: true)
    graph.pointee.constructors += 1
    let result = withUnsafeMutablePointer(to: &frame) { frame in
      thread.pointee.frame = frame
      defer { thread.pointee.frame = frame.pointee.parent }
      return Result(catching: make)
    }
    graph.pointee.constructors -= 1
    defer { if isOutermost { Self.complete(thread, from: mark) } }
    do {
      let made = try value(of: result, frame)
      return keep(made, place, frame)
    } catch {
      if case .claimed(let storage) = place { giveUp(storage) }
      throw error
    }
  }

  private func value(
    of result: Result<AnyInstance, any Error>, _ frame: ResolutionFrame
  ) throws(ResolutionError) -> AnyInstance {
    if frame.isPartOfCycle, let cycle = thread.pointee.cycle { throw cycle }
    switch result {
    case .success(let instance): return instance
    case .failure(let error as ResolutionError): throw error
    case .failure(let error):
      throw ResolutionError(
        code: .factoryFailed, path: path, site: site, underlyingError: error)
    }
  }

  private func keep(
    _ made: AnyInstance, _ place: Place, _ frame: ResolutionFrame
  ) -> AnyInstance {
    switch place {
    case .nowhere:
      break
    case .graph(let storage):
      if let inner = graph.pointee.instance(in: storage) { return inner }
      if made.isObject { graph.pointee.keep(made, in: storage) }
    case .claimed(let storage), .inner(let storage):
      if let inner = ResolutionCoordinator.shared.stored(in: storage, by: thread) {
        return inner
      }
      return share(made, in: storage, frame)
    }
    complete(made, frame)
    return made
  }

  /// Puts an instance into a claimed storage: for everybody at once, or for this session until it is finished.
  private func share(
    _ made: AnyInstance, in storage: any InstanceStorage, _ frame: ResolutionFrame
  ) -> AnyInstance {
    if let inner = stored(in: storage) {
      giveUp(storage)
      return inner
    }
    if !(storage is PermanentStorage) {
      let identifier = graph.pointee.observedIdentifier()
      noteUse(of: storage)
      entry.withStorage { $0.setInstance(made.any, inGraph: identifier) }
    }
    let held = ResolverThread.Held(entry: entry, storage: storage, instance: made)
    if frame.isUnfinished || entry.actionCount > 0 {
      ResolutionCoordinator.shared.store(made, in: storage)
      thread.pointee.held.append(held)
    } else {
      held.publish()
      giveUp(storage)
    }
    complete(made, frame)
    return made
  }

  private func complete(_ made: AnyInstance, _ frame: ResolutionFrame) {
    let actions = entry.currentActions
    if !actions.isEmpty {
      graph.pointee.pending.append(
        ObjectGraph.Unfinished(registration: registration, instance: made, actions: actions))
    }
    if frame.isUnfinished || !actions.isEmpty { frame.parent?.pointee.isUnfinished = true }
  }

  /// Runs the actions that were put off by factories that are now over.
  static func complete(_ thread: Thread, from mark: Int) {
    let graph = thread.pointee.graph
    while graph.pointee.pending.count > mark {
      let next = graph.pointee.pending.remove(at: mark)
      guard let address = graph.pointee.container else { return }
      let container = Unmanaged<Container>.fromOpaque(address).takeUnretainedValue()
      var frame = ResolutionFrame(
        parent: thread.pointee.frame, registration: .passUnretained(next.registration),
        arguments: nil, isConstructing: false)
      graph.pointee.completing += 1
      withUnsafeMutablePointer(to: &frame) { frame in
        thread.pointee.frame = frame
        for action in next.actions { action(container, next.instance) }
        thread.pointee.frame = frame.pointee.parent
      }
      graph.pointee.completing -= 1
    }
  }
}

// MARK: - Cycles

extension Resolution {
  private var path: [ResolutionError.Step] {
    ResolverThread.path(thread) + [registration.step]
  }

  /// An entry inside itself is a cycle, unless it was given other arguments, as in a recursion that ends.
  private func checkTurn() throws(ResolutionError) {
    var turns = 0
    var next = thread.pointee.frame
    while let frame = next {
      next = frame.pointee.parent
      guard frame.pointee.entry === entry else { continue }
      turns += 1
      if turns < Self.turnLimit {
        if !frame.pointee.isConstructing { continue }
        if takesArguments, !isSame(frame.pointee.arguments) { continue }
      }
      throw failCycle(at: frame)
    }
  }

  private var takesArguments: Bool { entry.argumentsType != (any Resolver).self }

  private func isSame(_ other: UnsafeRawPointer?) -> Bool {
    guard let other, let arguments, let comparison = entry.comparison else { return false }
    return comparison(other, arguments) ?? false
  }

  private func failCycle(at first: UnsafeMutablePointer<ResolutionFrame>) -> ResolutionError {
    var steps = [registration.step]
    var next = thread.pointee.frame
    while let frame = next {
      frame.pointee.isPartOfCycle = true
      steps.append(frame.pointee.registration._withUnsafeGuaranteedRef { $0.step })
      if frame == first { break }
      next = frame.pointee.parent
    }
    return remember(cycle: steps.reversed())
  }

  private func fail(cycle steps: [ResolutionError.Step], from storage: ObjectIdentifier)
    -> ResolutionError
  {
    var next = thread.pointee.frame
    while let frame = next {
      frame.pointee.isPartOfCycle = true
      if ObjectIdentifier(frame.pointee.entry.storage) == storage { break }
      next = frame.pointee.parent
    }
    return remember(cycle: steps)
  }

  private func remember(cycle steps: [ResolutionError.Step]) -> ResolutionError {
    let error = ResolutionError(code: .cycle, path: steps, site: site)
    thread.pointee.cycle = error
    graph.pointee.isDirty = true
    return error
  }
}
