/// Registrations that belong together, often those of one module.
///
/// ```swift
/// struct NetworkAssembly: Assembly {
///   func assemble(container: Container) {
///     container.register(HTTPClient.self) { _ in URLSessionClient() }
///   }
/// }
/// let assembler = Assembler([NetworkAssembly(), StoreAssembly()])
/// ```
public protocol Assembly {
  /// Registers the services.
  func assemble(container: Container)

  /// Called when all assemblies of the same call are assembled; everything can be resolved here.
  func loaded(resolver: any Resolver)
}

extension Assembly {
  /// Does nothing.
  public func loaded(resolver _: any Resolver) {}
}

@available(*, unavailable, renamed: "Assembly")
public typealias AssemblyType = Assembly
