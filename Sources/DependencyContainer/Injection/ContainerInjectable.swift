/// A type whose dependencies are one nested value that is resolved from a container.
///
/// ```swift
/// struct SomeContentView: ContainerInjectable {
///   struct DependencyType {
///     var store: any Store
///   }
///   var di: DependencyType!
///   static var resolver: any Resolver { AppContainer.shared }
///
///   init() { di = resolveDependencyInstance() }
/// }
/// ```
public protocol ContainerInjectable {
  /// What is registered in the container.
  associatedtype DependencyType

  /// What was resolved.
  var di: DependencyType! { get set }

  /// Where it is resolved from.
  static var resolver: any Resolver { get }

  /// Resolves it.
  func resolveDependencyInstance() -> DependencyType
}

extension ContainerInjectable {
  /// Resolves the dependencies. If that fails, the error is reported and the program stops with its text.
  public func resolveDependencyInstance() -> DependencyType {
    Self.resolver.requireOrStop(DependencyType.self, name: nil)
  }
}
