import DependencySupport

extension DependencyValues {
  /// Hands a random number generator to a closure.
  ///
  /// ```swift
  /// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  /// let die = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  /// ```
  ///
  /// In a test, override it with a generator whose numbers are known: `$0.withRandomNumberGenerator = .init(LCRNG(seed: 0))`.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}

private enum WithRandomNumberGeneratorKey: DependencyKey {
  static var liveValue: WithRandomNumberGenerator {
    WithRandomNumberGenerator(SystemRandomNumberGenerator())
  }
}

/// Hands a random number generator to a closure, and keeps its state from call to call.
///
/// A lock is held while the closure runs, so that one generator serves many threads; the closure must not ask for the
/// same generator again from another thread and wait for it.
public struct WithRandomNumberGenerator: Sendable {
  private let generator: LockIsolated<any RandomNumberGenerator & Sendable>

  /// Wraps a generator.
  ///
  /// - Parameter generator: The source of the numbers. It is copied.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = LockIsolated(generator)
  }

  /// Runs a closure with the generator.
  ///
  /// - Parameter work: What uses the generator.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws. The numbers that it took are used up.
  public func callAsFunction<R: Sendable>(
    _ work: @Sendable (inout any RandomNumberGenerator & Sendable) throws -> R
  ) rethrows -> R {
    try generator.withValue(work)
  }
}
