/// A key whose values live as long as an instance of a scope.
///
/// ```swift
/// extension DependencyScope {
///   static let session = DependencyScope("session")
/// }
///
/// extension ShoppingCart: ScopedDependencyKey {
///   static var scope: DependencyScope { .session }
///   static var liveValue: ShoppingCart { ShoppingCart() }
/// }
/// ```
///
/// Each instance of the scope has a value of its own, which is made at its first read inside the instance and let go when it is
/// closed. A read where no instance is open, or through a closed one, is an issue that names the key and the scope; it gets a
/// value that is made for this read alone.
public protocol ScopedDependencyKey: DependencyKey {
  /// The scope that the values live in. It is asked for once per cache.
  static var scope: DependencyScope { get }
}
