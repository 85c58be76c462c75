/// Where a registration's instance is kept.
///
/// A storage of your own decides by itself how long an instance lives. The container calls it from any thread, one call at a
/// time for each registration, and with its lock held: do not use the container from these methods.
public protocol InstanceStorage: AnyObject {
  /// The instance, whatever graph it belongs to.
  var instance: Any? { get set }
  /// A resolution in which the storage was used is over.
  func graphResolutionCompleted()
  /// The instance for a graph.
  func instance(inGraph graph: GraphIdentifier) -> Any?
  /// Keeps an instance for a graph, or with nil forgets it.
  func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier)
}

extension InstanceStorage {
  /// Does nothing.
  public func graphResolutionCompleted() {}

  /// The instance of any graph.
  public func instance(inGraph _: GraphIdentifier) -> Any? { instance }

  /// Keeps the instance for any graph.
  public func setInstance(_ instance: Any?, inGraph _: GraphIdentifier) {
    self.instance = instance
  }
}

/// A storage that keeps what several threads make in their own graphs apart.
protocol GraphAware: InstanceStorage {
  func complete(_ graph: GraphIdentifier)
}
