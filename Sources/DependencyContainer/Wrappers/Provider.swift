/// Resolves a service each time it is used, by the service's scope.
///
/// Ask for `Provider<Service>` where `Service` is registered: the way for a long-lived service to use a shorter-lived one. It does
/// not keep the container.
///
/// ```swift
/// container.register(Importer.self) { resolver in
///   Importer(transactions: resolver.resolve(Provider<Transaction>.self)!)
/// }
/// ```
public final class Provider<Service>: Sendable {
  private let source: ProviderSource<Service>

  init(source: ProviderSource<Service>) {
    self.source = source
  }

  /// The service. If it cannot be resolved, or the container does not exist any more, the program stops with the reason.
  public var instance: Service {
    do {
      return try source.make(nil)
    } catch {
      preconditionFailure(error.description)
    }
  }
}

extension Provider: InstanceWrapper {
  static func wrap<Arguments>(
    _ resolution: WrappedResolution<Arguments>
  ) throws(ResolutionError) -> Self? {
    guard resolution.isRegistered(Service.self) else { return nil }
    return Self(source: ProviderSource(make: resolution.later(Service.self)))
  }
}
