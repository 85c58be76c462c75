import DependencySupport

/// Identifies one resolution and everything that it makes.
///
/// Resolve it inside a factory to learn the current one, and give it to ``Container/withObjectGraph(_:closure:)`` to continue
/// that graph later: services of scope ``ObjectScope/graph`` that are alive elsewhere are found again.
public struct GraphIdentifier: Identifiable, Equatable, Hashable, Sendable {
  /// A number that no other graph of the process has.
  public let id: UInt
  let memory: GraphMemory

  init() {
    memory = GraphMemory()
    id = memory.id
  }

  public static func == (lhs: GraphIdentifier, rhs: GraphIdentifier) -> Bool {
    lhs.id == rhs.id
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

/// What a graph made, remembered as long as somebody holds the graph's identifier.
///
/// Sendable because the dictionaries are touched only under `lock`; the instances are handed out as the container hands out
/// any instance that is shared.
final class GraphMemory: @unchecked Sendable {
  private struct Weak {
    weak var object: AnyObject?
  }

  private static let lastIdentifier = LastIdentifier()

  let id = GraphMemory.lastIdentifier.next()
  private let lock = Lock()
  private var weak: [UInt: Weak] = [:]
  private var strong: [UInt: Any] = [:]

  func instance(in storage: GraphStorage) -> AnyInstance? {
    value(in: storage).map(Instance<Any>.init)
  }

  func value(in storage: GraphStorage) -> Any? {
    lock.withLock { weak[storage.id]?.object }
  }

  func remember(_ instance: AnyInstance, in storage: GraphStorage) {
    let object = instance.any as AnyObject
    lock.withLock { weak[storage.id] = Weak(object: object) }
  }

  /// Keeps a value until the graph completes, and an object as long as it lives.
  func hold(_ value: Any?, in storage: GraphStorage) {
    let object = value.flatMap { type(of: $0) is AnyClass ? $0 as AnyObject : nil }
    let old = lock.withLock {
      let old = strong[storage.id]
      strong[storage.id] = value
      weak[storage.id] = object.map { Weak(object: $0) }
      return old
    }
    _ = old
  }

  func complete(_ storage: GraphStorage) {
    let old = lock.withLock { strong.removeValue(forKey: storage.id) }
    _ = old
  }
}

/// Numbers that are used once. Sendable because the number is touched only under `lock`.
final class LastIdentifier: @unchecked Sendable {
  private let lock = Lock()
  private var last: UInt = 0

  func next() -> UInt {
    lock.withLock {
      last += 1
      return last
    }
  }
}
