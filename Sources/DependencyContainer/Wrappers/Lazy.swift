/// A service that is made when it is first used, and kept from then on.
///
/// Ask for `Lazy<Service>` where `Service` is registered. It is made in the graph in which the `Lazy` was resolved: a way for two
/// services to need each other.
///
/// ```swift
/// container.register(Parent.self) { resolver in Parent(child: resolver.resolve(Lazy<Child>.self)!) }
/// ```
///
/// It does not keep the container.
public final class Lazy<Service>: Sendable {
  private let cell: LazyCell<Service>

  init(cell: LazyCell<Service>) {
    self.cell = cell
  }

  /// The service: made once, whichever thread is first. If it cannot be resolved, or the container does not exist any more, the
  /// program stops with the reason.
  public var instance: Service {
    do {
      return try cell.instance()
    } catch {
      preconditionFailure(error.description)
    }
  }
}

extension Lazy: InstanceWrapper {
  static func wrap<Arguments>(
    _ resolution: WrappedResolution<Arguments>
  ) throws(ResolutionError) -> Self? {
    guard resolution.isRegistered(Service.self) else { return nil }
    let thread = ResolverThread.current
    let isInGraph = thread.pointee.frame != nil || thread.pointee.graph.pointee.identifier != nil
    let graph = isInGraph ? thread.pointee.graph.pointee.observedIdentifier() : nil
    return Self(cell: LazyCell(graph: graph, make: resolution.later(Service.self)))
  }
}
