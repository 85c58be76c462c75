import CDependencyAtomics

/// A key of a dependency that has a value for tests, and may have its live value elsewhere.
///
/// Conform a type to it in the module that declares a dependency's interface, and to ``DependencyKey`` in the module that
/// implements it:
///
/// ```swift
/// extension APIClient: TestDependencyKey {
///   static let testValue = APIClient(fetch: unimplemented("APIClient.fetch"))
/// }
/// ```
public protocol TestDependencyKey<Value> {
  associatedtype Value: Sendable = Self

  /// The value in Xcode previews. By default the test value.
  static var previewValue: Value { get }

  /// The value in tests.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }

  /// Whether something that stands for a missing implementation should say so now.
  ///
  /// False while an update closure of ``withDependencies(_:operation:fileID:filePath:line:column:)`` or
  /// ``prepareDependencies(_:fileID:filePath:line:column:)`` runs, because a value that is needed there to override a part of
  /// it is used by nobody.
  public static var shouldReportUnimplemented: Bool { UpdateFrame.current == nil }
}
