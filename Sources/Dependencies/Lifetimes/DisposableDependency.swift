/// A dependency that has something to end when the scope that it lives in is closed: a connection, a file, a subscription.
///
/// The value of a ``ScopedDependencyKey`` is disposed of, and so is what an ``AsyncDependency`` or a ``MainActorDependency`` in
/// it made, and the members of a ``DependencyFamily`` in it that keeps them forever.
public protocol DisposableDependency: Sendable {
  /// Ends it. It is called once, after every value that was made later in the same scope instance was disposed of.
  ///
  /// - Throws: An error is reported as an issue; the values that were made before are disposed of all the same.
  func dispose() async throws
}
