#if Foundation
  public import Foundation

  extension DependencyValues {
    /// The present date and time.
    ///
    /// ```swift
    /// @Dependency(\.date.now) var now
    /// ```
    ///
    /// In a test, set it: `$0.date.now = Date(timeIntervalSince1970: 1_234_567_890)`.
    public var date: DateGenerator {
      get { self[DateGeneratorKey.self] }
      set { self[DateGeneratorKey.self] = newValue }
    }
  }

  private enum DateGeneratorKey: DependencyKey {
    static var liveValue: DateGenerator { DateGenerator { Date() } }
  }

  /// Makes dates.
  public struct DateGenerator: Sendable {
    private var generate: @Sendable () -> Date

    /// A generator of one date.
    ///
    /// - Parameter now: The date that it always makes.
    public static func constant(_ now: Date) -> Self { Self { now } }

    /// The present date. Setting it makes it constant.
    public var now: Date {
      get { generate() }
      set { generate = { newValue } }
    }

    /// Makes a generator.
    ///
    /// - Parameter generate: Is called for each date.
    public init(_ generate: @escaping @Sendable () -> Date) {
      self.generate = generate
    }

    /// The present date.
    public func callAsFunction() -> Date { generate() }
  }
#endif
