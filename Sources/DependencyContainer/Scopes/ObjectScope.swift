/// Makes the storages of the registrations that are put into it.
public protocol ObjectScopeProtocol: AnyObject {
  /// A new storage for one registration, asked for at its first resolution.
  func makeStorage() -> any InstanceStorage
}

/// How long the instance of a registration is shared.
///
/// Make scopes of your own with a storage, and end them with ``Container/resetObjectScope(_:)-(ObjectScope)``:
///
/// ```swift
/// extension ObjectScope {
///   static let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
/// }
/// container.register(Cart.self) { _ in Cart() }.inObjectScope(.session)
/// container.resetObjectScope(.session)
/// ```
public final class ObjectScope: ObjectScopeProtocol, CustomStringConvertible, Sendable {
  public let description: String
  private let storageFactory: @Sendable () -> any InstanceStorage
  private let parent: SharedScope?

  /// - Parameters:
  ///   - storageFactory: Makes the storage of one registration.
  ///   - description: The scope's name in descriptions of containers.
  ///   - parent: A scope whose storage is asked too, after the scope's own.
  @preconcurrency
  public init(
    storageFactory: @escaping @Sendable () -> any InstanceStorage, description: String = "",
    parent: (any ObjectScopeProtocol)? = nil
  ) {
    self.storageFactory = storageFactory
    self.description = description
    self.parent = parent.map(SharedScope.init)
  }

  public func makeStorage() -> any InstanceStorage {
    guard let parent else { return storageFactory() }
    return CompositeStorage([storageFactory(), parent.scope.makeStorage()])
  }

  /// Every resolution makes a new instance.
  public static let transient = ObjectScope(
    storageFactory: TransientStorage.init, description: "transient")

  /// One object for each resolution and everything that is resolved within it. The default.
  public static let graph = ObjectScope(storageFactory: GraphStorage.init, description: "graph")

  /// One instance for the container and its children.
  public static let container = ObjectScope(
    storageFactory: PermanentStorage.init, description: "container")

  /// One object as long as somebody holds it.
  public static let weak = ObjectScope(
    storageFactory: WeakStorage.init, description: "weak", parent: ObjectScope.graph)

  @available(*, unavailable, renamed: "transient")
  public static var none: ObjectScope { transient }

  @available(*, unavailable, renamed: "container")
  public static var hierarchy: ObjectScope { container }
}
