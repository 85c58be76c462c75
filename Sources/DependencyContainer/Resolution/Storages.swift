import CDependencyAtomics
import DependencySupport

/// Keeps nothing.
public final class TransientStorage: InstanceStorage, Sendable {
  /// Always nil; setting it does nothing.
  public var instance: Any? {
    get { nil }
    set {}
  }

  public init() {}
}

/// Keeps an instance until it is replaced or the scope is reset.
///
/// Sendable because the instance is one word, read and exchanged atomically.
public final class PermanentStorage: InstanceStorage, @unchecked Sendable {
  private let word: UnsafeMutablePointer<UInt>

  public init() {
    word = .allocate(capacity: 1)
    word.initialize(to: 0)
  }

  deinit {
    let last = word.pointee
    word.deallocate()
    guard let address = UnsafeRawPointer(bitPattern: last) else { return }
    Unmanaged<AnyInstance>.fromOpaque(address).release()
  }

  public var instance: Any? {
    get {
      ResolverThread.reading { published?.takeUnretainedValue() }?.any
    }
    set { publish(newValue.map(Instance<Any>.init)) }
  }

  /// The caller is inside ``ResolverThread/enter(_:_:)`` or ``ResolverThread/reading(_:)``.
  @usableFromInline var published: Unmanaged<AnyInstance>? {
    let address = UnsafeRawPointer(bitPattern: graft_load_sequential(word))
    guard let address else { return nil }
    return Unmanaged<AnyInstance>.fromOpaque(address)
  }

  func publish(_ instance: AnyInstance?) {
    let new = instance.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
    let old = graft_exchange_sequential(word, new)
    guard let address = UnsafeRawPointer(bitPattern: old) else { return }
    Reclamation.shared.retire(Unmanaged<AnyInstance>.fromOpaque(address).takeRetainedValue())
  }
}

/// Keeps an instance until its graph is resolved, and afterwards finds it for the same graph as long as it lives elsewhere.
///
/// Sendable because the value is touched only under `lock`.
public final class GraphStorage: GraphAware, @unchecked Sendable {
  private static let lastIdentifier = LastIdentifier()

  let id = GraphStorage.lastIdentifier.next()
  private let lock = Lock()
  private var last: Any?

  public init() {}

  public var instance: Any? {
    get { lock.withLock { last } }
    set {
      let old = lock.withLock {
        let old = last
        last = newValue
        return old
      }
      _ = old
    }
  }

  public func instance(inGraph graph: GraphIdentifier) -> Any? {
    graph.memory.value(in: self)
  }

  public func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) {
    graph.memory.hold(instance, in: self)
    self.instance = instance
  }

  public func graphResolutionCompleted() {
    instance = nil
  }

  func complete(_ graph: GraphIdentifier) {
    graph.memory.complete(self)
    instance = nil
  }
}

/// Keeps an object as long as somebody else does; keeps no values.
///
/// Sendable because the reference is touched only under `lock`.
public final class WeakStorage: InstanceStorage, @unchecked Sendable {
  private let lock = Lock()
  private weak var object: AnyObject?

  public init() {}

  public var instance: Any? {
    get { lock.withLock { object } }
    set {
      let object = newValue.flatMap { type(of: $0) is AnyClass ? $0 as AnyObject : nil }
      lock.withLock { self.object = object }
    }
  }
}

/// Several storages as one: the first that has an instance gives it, and all are given it.
///
/// Sendable because the list does not change; each component is used as it would be alone.
public final class CompositeStorage: GraphAware, @unchecked Sendable {
  private let components: [any InstanceStorage]

  /// Joins storages. The first of them is asked first.
  public init(_ components: [any InstanceStorage]) {
    self.components = components
  }

  public var instance: Any? {
    get { components.lazy.compactMap(\.instance).first }
    set { for component in components { component.instance = newValue } }
  }

  public func graphResolutionCompleted() {
    for component in components { component.graphResolutionCompleted() }
  }

  public func instance(inGraph graph: GraphIdentifier) -> Any? {
    components.lazy.compactMap { $0.instance(inGraph: graph) }.first
  }

  public func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) {
    for component in components { component.setInstance(instance, inGraph: graph) }
  }

  func complete(_ graph: GraphIdentifier) {
    for component in components {
      if let component = component as? any GraphAware {
        component.complete(graph)
      } else {
        component.graphResolutionCompleted()
      }
    }
  }
}
