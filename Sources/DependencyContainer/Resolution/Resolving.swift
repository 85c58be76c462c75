import DependencySupport

// MARK: - The short way

extension Container: Resolver {
  @inlinable public var resolvingContainer: Container { self }

  /// The registration at a key without name and option, here or in a parent.
  @inlinable
  func plain(
    _ service: ObjectIdentifier, _ arguments: ObjectIdentifier
  ) -> Unmanaged<Registration>? {
    if let found = registry.table._withUnsafeGuaranteedRef({ $0.plain(service, arguments) }) {
      return found
    }
    return parent?.plain(service, arguments)
  }

  /// Resolves without name and arguments. What is transient, of the graph, or made already costs no lock, and no allocation of
  /// ours but one for each object that a graph keeps.
  @inlinable
  func resolvePlain<Service>(_ serviceType: Service.Type, _ site: ResolutionSite) -> Service? {
    do {
      if let service: Service = try resolveQuickly(self as any Resolver, site) { return service }
    } catch {
      report(error)
      return nil
    }
    return resolveOrReport(
      serviceType, name: nil, option: nil, arguments: { $0 as any Resolver }, site)
  }

  /// Resolves with arguments, as short.
  @inlinable
  func resolveArguments<Service, each Argument>(
    _ serviceType: Service.Type, _ name: String?, _ site: ResolutionSite,
    _ arguments: repeat each Argument
  ) -> Service? {
    if name == nil {
      do {
        let tuple = (self as any Resolver, repeat each arguments)
        if let service: Service = try resolveQuickly(tuple, site) { return service }
      } catch {
        report(error)
        return nil
      }
    }
    return resolveOrReport(
      serviceType, name: name, option: nil, arguments: Self.followed(by: repeat each arguments),
      site)
  }

  /// What needs no bookkeeping beyond a frame on the stack and a place in the graph; nil if the long way is to be taken.
  @inlinable
  func resolveQuickly<Service, Arguments>(
    _ arguments: Arguments, _ site: ResolutionSite
  ) throws(ResolutionError) -> Service? {
    let thread = ResolverThread.current
    let entrance = ResolverThread.enter(thread, Unmanaged.passUnretained(self).toOpaque())
    defer { ResolverThread.leave(thread, entrance) }
    guard
      let registration = plain(ObjectIdentifier(Service.self), ObjectIdentifier(Arguments.self))
    else { return nil }
    let found = registration._withUnsafeGuaranteedRef { $0 }
    guard found.isDirect, let direct = found.entry.direct else { return nil }
    switch found.entry.mode.rawValue {
    case Entry.Mode.permanent.rawValue:
      return found.entry.permanent?._withUnsafeGuaranteedRef { $0.value(as: Service.self) }
    case Entry.Mode.transient.rawValue:
      guard !ResolverThread.isConstructing(registration, thread) else { return nil }
      let made: Service = try construct(direct, registration, nil, thread, arguments, site)
      return made
    case Entry.Mode.graph.rawValue:
      return try resolveInGraph(direct, registration, thread, arguments, site)
    default:
      return nil
    }
  }

  /// Finds a service of the graph in it, or makes it and keeps it there.
  @inlinable
  func resolveInGraph<Service, Arguments>(
    _ direct: AnyObject, _ registration: Unmanaged<Registration>,
    _ thread: UnsafeMutablePointer<ResolverThread>, _ arguments: Arguments, _ site: ResolutionSite
  ) throws(ResolutionError) -> Service? {
    let graph = thread.pointee.graph
    guard !graph.pointee.isObserved,
      let storage = registration._withUnsafeGuaranteedRef({ $0.entry.graphStorage })
    else { return nil }
    if let kept = graph.pointee.instances.find(storage) {
      if graph.pointee.isUnfinished { thread.pointee.frame?.pointee.isUnfinished = true }
      return kept._withUnsafeGuaranteedRef { $0.value(as: Service.self) }
    }
    guard !ResolverThread.isConstructing(registration, thread) else { return nil }
    let made: Service = try construct(direct, registration, storage, thread, arguments, site)
    return made
  }

  /// Puts a container before arguments: what factories with arguments are called with.
  @usableFromInline
  static func followed<each Argument>(
    by arguments: repeat each Argument
  ) -> (Container) -> (any Resolver, repeat each Argument) {
    { ($0, repeat each arguments) }
  }

  /// Runs the factory of a service that has no actions, and keeps what it makes in the graph if there is a storage.
  @inlinable
  func construct<Service, Arguments>(
    _ direct: AnyObject, _ registration: Unmanaged<Registration>,
    _ storage: Unmanaged<GraphStorage>?, _ thread: UnsafeMutablePointer<ResolverThread>,
    _ arguments: Arguments, _ site: ResolutionSite
  ) throws(ResolutionError) -> Service {
    let factory = unsafeDowncast(direct, to: Factory<(Arguments) throws -> Service>.self)
    let graph = thread.pointee.graph
    let isOutermost = graph.pointee.constructors == 0
    let mark = graph.pointee.pendingCount
    graph.pointee.constructors += 1
    return try withUnsafePointer(to: arguments) { (pointer) throws(ResolutionError) in
      var frame = ResolutionFrame(
        parent: thread.pointee.frame, registration: registration,
        arguments: UnsafeRawPointer(pointer), isConstructing: true)
      return try withUnsafeMutablePointer(to: &frame) { (frame) throws(ResolutionError) in
        thread.pointee.frame = frame
        defer {
          // The actions find what the factory made in the graph.
          if isOutermost, graph.pointee.pendingCount > mark {
            ResolverThread.complete(thread, from: mark)
          }
        }
        do {
          let service = try factory.call(pointer.pointee)
          ResolverThread.pop(frame, thread, graph)
          if !frame.pointee.isPartOfCycle {
            guard let storage else { return service }
            return ResolverThread.keep(service, in: storage, graph)
          }
        } catch {
          ResolverThread.pop(frame, thread, graph)
          throw ResolverThread.failure(thread, frame.pointee, error, registration, site)
        }
        throw ResolverThread.failure(thread, frame.pointee, nil, registration, site)
      }
    }
  }
}

extension ResolverThread {
  /// Takes a factory that is over from the stack.
  @inlinable
  static func pop(
    _ frame: UnsafeMutablePointer<ResolutionFrame>, _ thread: UnsafeMutablePointer<ResolverThread>,
    _ graph: UnsafeMutablePointer<ObjectGraph>
  ) {
    thread.pointee.frame = frame.pointee.parent
    graph.pointee.constructors -= 1
    if frame.pointee.isUnfinished { frame.pointee.parent?.pointee.isUnfinished = true }
  }

  /// Keeps what a factory made in its graph. A factory may have made it before, in the graph that it came back to.
  @inlinable
  static func keep<Service>(
    _ made: Service, in storage: Unmanaged<GraphStorage>, _ graph: UnsafeMutablePointer<ObjectGraph>
  ) -> Service {
    if let inner = graph.pointee.instances.find(storage)?.takeUnretainedValue(),
      let service = inner.value(as: Service.self)
    {
      return service
    }
    guard Swift.type(of: made as Any) is AnyClass else { return made }
    let instance = Instance<Service>(made)
    if graph.pointee.isObserved {
      remember(instance, in: storage, graph)
    } else {
      graph.pointee.instances.append(instance, in: storage)
    }
    return made
  }

  @usableFromInline
  static func remember(
    _ instance: AnyInstance, in storage: Unmanaged<GraphStorage>,
    _ graph: UnsafeMutablePointer<ObjectGraph>
  ) {
    graph.pointee.keep(instance, in: storage.takeUnretainedValue())
  }

  /// Runs the actions that factories, which are now over, have put off since `mark`.
  @usableFromInline
  static func complete(_ thread: UnsafeMutablePointer<ResolverThread>, from mark: Int) {
    Resolution.complete(thread, from: mark)
  }

  /// Why a factory's result is not to be used.
  @usableFromInline
  static func failure(
    _ thread: UnsafeMutablePointer<ResolverThread>, _ frame: ResolutionFrame,
    _ error: (any Error)?, _ registration: Unmanaged<Registration>, _ site: ResolutionSite
  ) -> ResolutionError {
    if frame.isPartOfCycle, let cycle = thread.pointee.cycle { return cycle }
    let step = registration._withUnsafeGuaranteedRef { $0.step }
    switch error {
    case let error as ResolutionError: return error
    case let error?:
      return ResolutionError(
        code: .factoryFailed, path: path(thread) + [step], site: site, underlyingError: error)
    case nil:
      return ResolutionError(code: .cycle, path: path(thread) + [step], site: site)
    }
  }
}

// MARK: - The long way

extension Container {
  /// Resolves a key, or what an ``Optional``, ``Lazy`` or ``Provider`` wraps.
  @usableFromInline
  func resolve<Service, Arguments>(
    _ serviceType: Service.Type, name: String?, option: (any ServiceKeyOption)?,
    arguments: @escaping (Container) -> Arguments, _ site: ResolutionSite
  ) throws(ResolutionError) -> Service {
    let thread = ResolverThread.current
    let entrance = ResolverThread.enter(thread, Unmanaged.passUnretained(self).toOpaque())
    defer { ResolverThread.leave(thread, entrance) }
    let key = ServiceKey(
      serviceType: serviceType, argumentsType: Arguments.self, name: name, option: option)
    if name == nil, option == nil, Arguments.self == (any Resolver).self,
      Service.self == GraphIdentifier.self
    {
      if thread.pointee.frame != nil || thread.pointee.graph.pointee.identifier != nil,
        let identifier = thread.pointee.graph.pointee.observedIdentifier() as? Service
      {
        return identifier
      }
      throw ResolutionError(code: .notRegistered, path: path(to: key), site: site)
    }
    guard let registration = registration(for: key) else {
      if let wrapper = try wrapper(serviceType, key, arguments, site) { return wrapper }
      throw ResolutionError(
        code: .notRegistered, path: path(to: key), site: site,
        nearMatches: NearMatches(key: key, registrations: allRegistrations).descriptions,
        arguments: Arguments.self == (any Resolver).self ? nil : "\(Arguments.self)")
    }
    let instance = try obtain(registration, arguments: arguments(self), site)
    if let service = instance.value(as: Service.self) { return service }
    if let wrapper = try wrapper(serviceType, key, arguments, site) { return wrapper }
    throw ResolutionError(code: .wrongType, path: path(to: key), site: site)
  }

  /// What a registration gives, with its own type.
  func obtain<Arguments>(
    _ registration: Registration, arguments: Arguments, _ site: ResolutionSite
  ) throws(ResolutionError) -> AnyInstance {
    let thread = ResolverThread.current
    let entrance = ResolverThread.enter(thread, Unmanaged.passUnretained(self).toOpaque())
    defer { ResolverThread.leave(thread, entrance) }
    let factory = unsafeDowncast(
      registration.entry.boxed, to: Factory<(Arguments) throws -> AnyInstance>.self)
    return try withUnsafePointer(to: arguments) { (pointer) throws(ResolutionError) in
      try Resolution(
        registration: registration, container: self, thread: thread,
        arguments: UnsafeRawPointer(pointer), site: site, make: { try factory.call(arguments) })()
    }
  }

  func registration(for key: ServiceKey) -> Registration? {
    registry.registration(for: key) ?? parent?.registration(for: key)
  }

  private var allRegistrations: [Registration] {
    registry.registrations + (parent?.allRegistrations ?? [])
  }

  func path(to key: ServiceKey) -> [ResolutionError.Step] {
    ResolverThread.path(ResolverThread.current) + [
      ResolutionError.Step(service: "\(key.serviceType)", name: key.name)
    ]
  }

  private func wrapper<Service, Arguments>(
    _ serviceType: Service.Type, _ key: ServiceKey,
    _ arguments: @escaping (Container) -> Arguments, _ site: ResolutionSite
  ) throws(ResolutionError) -> Service? {
    guard let wrapper = serviceType as? any InstanceWrapper.Type else { return nil }
    return try wrapper.wrap(
      WrappedResolution(
        container: self, arguments: arguments, name: key.name, option: key.option, site: site))
      as? Service
  }
}

extension Container: _Resolver {
  /// For libraries that extend the container: resolves with arguments of any type, which `invoker` gives to the factory.
  public func _resolve<Service, Arguments>(
    name: String?, option: (any ServiceKeyOption)? = nil,
    invoker: @escaping ((Arguments) -> Any) -> Any
  ) -> Service? {
    let site = ResolutionSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    var arguments: Arguments?
    _ = invoker {
      arguments = $0
      return ()
    }
    guard let arguments else { return nil }
    return resolveOrReport(
      Service.self, name: name, option: option, arguments: { _ in arguments }, site)
  }
}

// MARK: - Reporting

extension Container {
  @usableFromInline
  func resolveOrReport<Service, Arguments>(
    _ serviceType: Service.Type, name: String?, option: (any ServiceKeyOption)?,
    arguments: @escaping (Container) -> Arguments, _ site: ResolutionSite
  ) -> Service? {
    do {
      return try resolve(serviceType, name: name, option: option, arguments: arguments, site)
    } catch {
      report(error)
      return nil
    }
  }

  @usableFromInline
  func report(_ error: ResolutionError) {
    if let verification = registry.currentVerification {
      verification.add(error)
      return
    }
    guard reportsUnresolvedServices, registry.isNew(error.identity) else { return }
    reportIssue(
      error.description, severity: isStrict ? .error : .warning, fileID: error.site.fileID,
      filePath: error.site.filePath, line: error.site.line, column: error.site.column)
  }
}
