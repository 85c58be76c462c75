/// A registration, to choose its scope, its actions and the types that it is found by.
///
/// ```swift
/// container.register(Store.self) { _ in SQLiteStore() }
///   .inObjectScope(.container)
///   .implements(Reading.self, Writing.self)
/// ```
public final class ServiceEntry<Service>: Sendable {
  let entry: Entry
  /// Leads to the container in which the service was registered, while that lives.
  private let owner: ContainerReference

  init(entry: Entry, owner: ContainerReference) {
    self.entry = entry
    self.owner = owner
  }

  /// The type that the factory was registered for.
  public var serviceType: Any.Type { entry.serviceType }

  /// `Resolver`, or the tuple of it and what the factory takes.
  public var argumentsType: Any.Type { entry.argumentsType }

  var objectScope: any ObjectScopeProtocol { entry.objectScope }
}

// MARK: - Scope and actions

extension ServiceEntry {
  /// Chooses how long instances are shared. Choose before the service is first resolved.
  @discardableResult
  public func inObjectScope(_ objectScope: any ObjectScopeProtocol) -> Self {
    entry.objectScope = objectScope
    return self
  }

  /// Chooses how long instances are shared. Choose before the service is first resolved.
  @discardableResult
  public func inObjectScope(_ objectScope: ObjectScope) -> Self {
    inObjectScope(objectScope as any ObjectScopeProtocol)
  }

  /// Adds an action that is run with each new instance, in the order of adding.
  ///
  /// It runs when no factory of the same graph is running any more. Here services that need each other can be connected: what
  /// is already made is found, and other threads are not shown it before all of it is complete.
  ///
  /// - Parameter completed: Is given the resolver and the new instance.
  @preconcurrency
  @discardableResult
  public func initCompleted(
    _ completed: @escaping @Sendable (any Resolver, Service) -> Void
  ) -> Self {
    entry.add { resolver, instance in
      if let service = instance.value(as: Service.self) { completed(resolver, service) }
    }
    return self
  }
}

// MARK: - Forwarding

extension ServiceEntry {
  /// Makes the service available under another type too.
  ///
  /// - Parameters:
  ///   - type: What it is asked for as.
  ///   - name: The name under which it is asked for as that type.
  @discardableResult
  public func implements<T>(_ type: T.Type, name: String? = nil) -> ServiceEntry<Service> {
    owner.container?.forward(type, name: name, to: self)
    return self
  }

  /// Makes the service available under other types too.
  @discardableResult
  public func implements<T1, T2, each T>(
    _ type1: T1.Type, _ type2: T2.Type, _ types: repeat (each T).Type
  ) -> ServiceEntry<Service> {
    implements(type1)
    implements(type2)
    repeat _ = implements(each types)
    return self
  }
}

// MARK: - Describing

extension Registration {
  var description: String {
    let key = key
    let parts: [String?] = [
      "Service: \(entry.serviceType)",
      key.name.map { "Name: \"\($0)\"" },
      key.option.map { "\($0)" },
      "Factory: \(key.argumentsType) -> \(key.serviceType)",
      "ObjectScope: \(entry.scopeDescription)",
      entry.actionCount > 0 ? "InitCompleted: Specified \(entry.actionCount) closures" : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}
