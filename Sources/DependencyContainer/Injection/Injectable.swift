import DependencySupport

/// A name of ``Container`` for generated code, which holds in a program that has a type called `Container` or
/// `DependencyContainer`.
public typealias _InjectableContainer = Container
/// The same for ``ServiceEntry``.
public typealias _InjectableEntry = ServiceEntry

// The functions that `@Injectable` passes are those of a type. They capture nothing, so every thread may call them, although
// language mode 5 does not see it.

extension Container {
  /// Registers a type that is made from a value of its dependencies, which are resolved.
  public func _registerInjectable<Service, Dependency, each Parameter>(
    _ type: Service.Type, name: String?, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    dependency: @escaping (repeat each Parameter) -> Dependency,
    make: @escaping (Dependency) -> Service
  ) -> ServiceEntry<Service> {
    let create: (any Resolver) throws -> Service = { resolver in
      make(
        try dependency(
          repeat resolver.require(
            (each Parameter).self, fileID: fileID, filePath: filePath, line: line, column: column)))
    }
    let factory = UncheckedSendable(create)
    return register(type, name: name) { try factory.value($0) }
  }

  /// Registers a type on the main actor, which is resolved there: elsewhere the program stops.
  public func _registerInjectable<Service, Dependency, each Parameter>(
    _ type: Service.Type, name: String?, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    isolation: MainActor.Type = MainActor.self,
    dependency: @escaping (repeat each Parameter) -> Dependency,
    make: @escaping @MainActor @Sendable (Dependency) -> Service
  ) -> ServiceEntry<Service> {
    let resolve: (any Resolver) throws -> Dependency = { resolver in
      try dependency(
        repeat resolver.require(
          (each Parameter).self, fileID: fileID, filePath: filePath, line: line, column: column))
    }
    let factory = UncheckedSendable(resolve)
    return register(type, name: name) { resolver in
      // What is given and what is made stay on this thread.
      let given = UncheckedSendable(try factory.value(resolver))
      return MainActor.assumeIsolated { UncheckedSendable(make(given.value)) }.value
    }
  }
}
