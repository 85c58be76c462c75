/// A key of a dependency with a live value.
///
/// ```swift
/// private enum CheckoutLimitKey: DependencyKey {
///   static let liveValue = 42
///   static let testValue = 3
/// }
///
/// extension DependencyValues {
///   var checkoutLimit: Int {
///     get { self[CheckoutLimitKey.self] }
///     set { self[CheckoutLimitKey.self] = newValue }
///   }
/// }
/// ```
///
/// In a module whose default isolation is the main actor, write `nonisolated` before the key and the property: values are
/// read from every thread.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The value when the program runs for real.
  static var liveValue: Value { get }

  associatedtype Value = Self

  /// The value in Xcode previews. By default the live value.
  static var previewValue: Value { get }

  /// The value in tests. By default the preview value, and an issue for the test that reads it: a live value that a test uses
  /// unnoticed is no test.
  static var testValue: Value { get }
}

extension DependencyKey {
  public static var previewValue: Value {
    ClosingCycle.stop(ifClosing: Self.self)
    return liveValue
  }

  public static var testValue: Value {
    if ClosingCycle.current == nil { MissingTestValue.report(Self.self) }
    return previewValue
  }
}
