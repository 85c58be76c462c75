import DependencySupport

/// Knows how services are made, and makes them.
///
/// Register a factory for each service, then resolve what you need; factories resolve what they need from the resolver that they
/// are given:
///
/// ```swift
/// let container = Container()
/// container.register(PaymentGateway.self) { _ in HTTPGateway() }.inObjectScope(.container)
/// container.register(Checkout.self) { resolver in
///   Checkout(gateway: resolver.resolve(PaymentGateway.self)!)
/// }
/// let checkout = try container.require(Checkout.self)
/// ```
///
/// A container is safe to use from any thread. A shared service is made once, by the thread that asks first; others wait for that
/// service alone. No factory or action runs under a lock of the container.
///
/// A child, made with `Container(parent:)`, sees its parent's registrations and shares the instances of its scopes.
public final class Container: Sendable {
  @usableFromInline let registry: Registry
  @usableFromInline let parent: Container?
  let defaultObjectScope: SharedScope
  /// What the entries of this container have of it.
  let reference = ContainerReference()

  /// Makes a container.
  ///
  /// - Parameters:
  ///   - parent: A container whose registrations are used for what this one has none for.
  ///   - defaultObjectScope: The scope of services that do not choose one.
  ///   - behaviors: What is told of each registration.
  ///   - registeringClosure: Registers services in the new container.
  public convenience init(
    parent: Container? = nil, defaultObjectScope: ObjectScope = .graph,
    behaviors: [any Behavior] = [], registeringClosure: (Container) -> Void = { _ in }
  ) {
    self.init(
      parent: parent, scope: SharedScope(scope: defaultObjectScope), behaviors: behaviors)
    registeringClosure(self)
  }

  init(parent: Container?, scope: SharedScope, behaviors: [any Behavior] = []) {
    self.parent = parent
    self.defaultObjectScope = scope
    registry = Registry(behaviors: behaviors)
    reference.begin(self)
  }

  deinit {
    reference.end()
  }

  static func isAncestor(_ container: UnsafeRawPointer, of other: UnsafeRawPointer?) -> Bool {
    guard let other else { return false }
    var next = Unmanaged<Container>.fromOpaque(other).takeUnretainedValue().parent
    while let ancestor = next {
      if Unmanaged.passUnretained(ancestor).toOpaque() == container { return true }
      next = ancestor.parent
    }
    return false
  }
}

// MARK: - Registering

extension Container {
  /// Registers a service with the factory that makes it. The factory takes the arguments that it is resolved with.
  ///
  /// ```swift
  /// container.register(Animal.self) { _ in Cat() }
  /// container.register(Animal.self, name: "dog") { _, name in Dog(name: name) }
  /// ```
  ///
  /// A registration of the same type, name and argument types is replaced.
  ///
  /// - Parameters:
  ///   - serviceType: The type that is asked for, often a protocol.
  ///   - name: Tells registrations of one type apart.
  ///   - factory: Makes the service, on the thread that resolves it. What it throws, ``Resolver/require(_:name:fileID:filePath:line:column:)`` throws.
  /// - Returns: The entry, to choose a scope and more.
  @preconcurrency
  @discardableResult @inlinable
  public func register<Service, each Argument>(
    _ serviceType: Service.Type, name: String? = nil,
    factory: @escaping @Sendable (any Resolver, repeat each Argument) throws -> Service
  ) -> ServiceEntry<Service> {
    add(
      serviceType, factory: Self.tupled(factory), name: name,
      comparison: Self.comparison(of: factory))
  }

  /// Registers a service whose factory takes no arguments: the same, without a tuple around the resolver.
  ///
  /// - Parameters:
  ///   - serviceType: The type that is asked for, often a protocol.
  ///   - name: Tells registrations of one type apart.
  ///   - factory: Makes the service.
  /// - Returns: The entry, to choose a scope and more.
  @preconcurrency
  @discardableResult @inlinable
  public func register<Service>(
    _ serviceType: Service.Type, name: String? = nil,
    factory: @escaping @Sendable (any Resolver) throws -> Service
  ) -> ServiceEntry<Service> {
    add(serviceType, factory: factory, name: name, comparison: nil)
  }

  /// For libraries that extend the container: registers with arguments of any type and a part of the key of their own.
  @preconcurrency
  @discardableResult
  public func _register<Service, Arguments>(
    _ serviceType: Service.Type, factory: @escaping @Sendable (Arguments) -> Any,
    name: String? = nil, option: (any ServiceKeyOption)? = nil
  ) -> ServiceEntry<Service> {
    add(
      serviceType, arguments: Arguments.self, name: name, option: option, direct: nil,
      boxed: Factory<(Arguments) throws -> AnyInstance> {
        Self.instance(of: factory($0), Service.self)
      },
      comparison: nil)
  }

  private static func instance<Service>(of made: Any, _: Service.Type) -> AnyInstance {
    if let service = made as? Service { return Instance<Service>(service) }
    return Instance<Any>(made)
  }

  @inlinable
  static func tupled<each Parameter, Service>(
    _ factory: @escaping @Sendable (repeat each Parameter) throws -> Service
  ) -> @Sendable ((repeat each Parameter)) throws -> Service {
    { try factory(repeat each $0) }
  }

  @usableFromInline
  static func comparison<each Parameter, Service>(
    of _: (repeat each Parameter) throws -> Service
  ) -> Entry.Comparison {
    { left, right in
      let left = left.assumingMemoryBound(to: (repeat each Parameter).self).pointee
      let right = right.assumingMemoryBound(to: (repeat each Parameter).self).pointee
      var isSame: Bool? = true
      for (left, right) in repeat (each left, each right) {
        switch isEqual(left, right) {
        case true?: continue
        case false?: return false
        case nil: isSame = nil
        }
      }
      return isSame
    }
  }

  private static func isEqual<Value>(_ left: Value, _ right: Value) -> Bool? {
    if Value.self == (any Resolver).self { return true }
    if let left = left as? any Equatable { return isEqual(left, to: right) }
    guard type(of: left as Any) is AnyClass else { return nil }
    return left as AnyObject === right as AnyObject
  }

  private static func isEqual<Value: Equatable>(_ left: Value, to right: Any) -> Bool {
    left == right as? Value
  }

  @inlinable
  func add<Service, Arguments>(
    _ serviceType: Service.Type, factory: @escaping @Sendable (Arguments) throws -> Service,
    name: String?, comparison: Entry.Comparison?
  ) -> ServiceEntry<Service> {
    add(
      serviceType, arguments: Arguments.self, name: name, option: nil,
      direct: Factory<(Arguments) throws -> Service>(factory),
      boxed: Factory<(Arguments) throws -> AnyInstance> { Instance<Service>(try factory($0)) },
      comparison: comparison)
  }

  @usableFromInline
  func add<Service>(
    _ serviceType: Service.Type, arguments: Any.Type, name: String?,
    option: (any ServiceKeyOption)?, direct: AnyObject?, boxed: AnyObject,
    comparison: Entry.Comparison?
  ) -> ServiceEntry<Service> {
    let entry = Entry(
      serviceType: serviceType, argumentsType: arguments, direct: direct, boxed: boxed,
      comparison: comparison, scope: defaultObjectScope.scope)
    let handle = ServiceEntry<Service>(entry: entry, owner: reference)
    guard mayRegister(serviceType) else { return handle }
    registry.insert(
      Registration(
        key: ServiceKey(
          serviceType: serviceType, argumentsType: arguments, name: name, option: option),
        entry: entry))
    tell(handle, serviceType, name: name)
    return handle
  }

  private func tell<Type, Service>(_ entry: ServiceEntry<Service>, _ type: Type.Type, name: String?)
  {
    for behavior in registry.currentBehaviors {
      behavior.container(self, didRegisterType: type, toService: entry, withName: name)
    }
  }

  /// Makes a registration available under another type too. Both share their instances.
  ///
  /// - Parameters:
  ///   - type: What the service is asked for as. If an instance is not of that type, it is not resolved.
  ///   - name: The name under which it is asked for.
  ///   - service: What `register` returned.
  public func forward<T, S>(_ type: T.Type, name: String? = nil, to service: ServiceEntry<S>) {
    guard mayRegister(type) else { return }
    registry.insert(
      Registration(
        key: ServiceKey(serviceType: type, argumentsType: service.argumentsType, name: name),
        entry: service.entry))
    tell(service, type, name: name)
  }

  /// Lets a behavior know of every registration from now on.
  public func addBehavior(_ behavior: any Behavior) {
    registry.add(behavior)
  }

  /// Removes the container's own registrations and, with them, the instances that they kept.
  public func removeAll() {
    registry.removeAll()
  }

  /// Whether a service is registered here or in a parent, whatever arguments it takes.
  ///
  /// - Parameters:
  ///   - serviceType: The type of the registration.
  ///   - name: Its name; nil is no wildcard.
  public func hasAnyRegistration<Service>(of serviceType: Service.Type, name: String? = nil) -> Bool
  {
    registry.registrations.contains {
      $0.key.serviceType == serviceType && $0.key.name == name
    } || parent?.hasAnyRegistration(of: serviceType, name: name) == true
  }
}

// MARK: - Scopes and graphs

extension Container {
  /// Forgets the instances of every registration in a scope, here and in the parents.
  public func resetObjectScope(_ objectScope: any ObjectScopeProtocol) {
    for registration in registry.registrations where registration.entry.objectScope === objectScope
    {
      registration.entry.reset()
    }
    parent?.resetObjectScope(objectScope)
  }

  /// Forgets the instances of every registration in a scope, here and in the parents.
  public func resetObjectScope(_ objectScope: ObjectScope) {
    resetObjectScope(objectScope as any ObjectScopeProtocol)
  }

  /// Forgets the instances of one service type in a scope. Parents are visited only if this container has a registration of the type.
  public func resetObjectScope(_ objectScope: any ObjectScopeProtocol, serviceType: Any.Type) {
    let own = registry.registrations.filter { $0.key.serviceType == serviceType }
    guard !own.isEmpty else { return }
    for registration in own where registration.entry.objectScope === objectScope {
      registration.entry.reset()
    }
    parent?.resetObjectScope(objectScope, serviceType: serviceType)
  }

  /// Forgets the instances of one service type in a scope. Parents are visited only if this container has a registration of the type.
  public func resetObjectScope(_ objectScope: ObjectScope, serviceType: Any.Type) {
    resetObjectScope(objectScope as any ObjectScopeProtocol, serviceType: serviceType)
  }

  /// Continues a graph: what is resolved in the closure finds the objects that the graph made and that are still alive.
  ///
  /// - Parameters:
  ///   - identifier: Resolved, as `GraphIdentifier.self`, while the graph was made.
  ///   - closure: Resolves from the container that it is given.
  public func withObjectGraph<T>(
    _ identifier: GraphIdentifier, closure: (Container) throws -> T
  ) rethrows -> T {
    let thread = ResolverThread.current
    let entrance = ResolverThread.enter(
      thread, Unmanaged.passUnretained(self).toOpaque(), graph: identifier)
    defer { ResolverThread.leave(thread, entrance) }
    return try closure(self)
  }

  /// The identifier of the graph that this thread resolves from this container, if it does.
  var currentObjectGraph: GraphIdentifier? {
    let thread = ResolverThread.current
    guard thread.pointee.container == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    else { return nil }
    return thread.pointee.graph.pointee.observedIdentifier()
  }

  /// A child of this container. Every container is safe to use from any thread, so the child is not safer than its parent.
  public func synchronize() -> any Resolver {
    Container(parent: self, scope: defaultObjectScope)
  }
}

// MARK: - Describing

extension Container: CustomStringConvertible {
  /// The container's own registrations, a line for each, sorted.
  public var description: String {
    let lines = registry.registrations.map { "    { \($0.description) }" }.sorted()
    guard !lines.isEmpty else { return "[\n]" }
    return "[\n" + lines.joined(separator: ",\n") + "\n]"
  }

  /// Whether services that cannot be resolved are reported as warnings, once for each type, name and argument types. True unless it
  /// is set; a child's parents are asked too.
  ///
  /// It concerns `resolve`, which returns nil for them; `require` throws and reports nothing.
  public var reportsUnresolvedServices: Bool {
    get { !registry.isSilenced && parent?.reportsUnresolvedServices != false }
    set { registry.isSilenced = !newValue }
  }
}

// MARK: - Verifying

extension Container {
  /// Tries every registration that needs no argument, here and in the parents, and reports all failures at once.
  ///
  /// The factories run, on this thread, in a copy whose registrations have storages of their own: the container itself
  /// is left as it is. Every service that a factory asks for must be there, also one that it could do without: ask for those as
  /// optionals, `resolver.resolve(Logger?.self)`. A factory that unwraps a missing service with `!` stops the program there;
  /// ``autoregister(_:name:fileID:filePath:line:column:initializer:)`` and `try resolver.require(…)` do not.
  ///
  /// A service of scope ``ObjectScope/container`` or of a scope of your own that keeps one which was given a shorter scope with
  /// ``ServiceEntry/inObjectScope(_:)-(ObjectScope)`` is reported as a captive dependency.
  ///
  /// - Throws: ``VerificationError`` with everything that was found.
  public func verify() throws(VerificationError) {
    let verification = Verification()
    let copy = observedCopy(verification)
    var next: Container? = copy
    while let container = next {
      for registration in container.registry.registrations.sorted(by: {
        $0.description < $1.description
      })
      where registration.entry.argumentsType == (any Resolver).self
        && registration.key.option == nil
      {
        do {
          _ = try copy.obtain(
            registration, arguments: copy as any Resolver,
            ResolutionSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
        } catch {
          verification.add(error)
        }
      }
      next = container.parent
    }
    if let error = verification.error { throw error }
  }

  private func observedCopy(_ verification: Verification) -> Container {
    let copy = Container(
      parent: parent?.observedCopy(verification), scope: defaultObjectScope)
    copy.registry.currentVerification = verification
    copy.adopt(registry.registrations) { $0.observedCopy() }
    return copy
  }
}
