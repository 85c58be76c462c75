#if Foundation
  import DependencySupport
  public import Foundation

  extension DependencyValues {
    /// Makes universally unique identifiers.
    ///
    /// ```swift
    /// @Dependency(\.uuid) var uuid
    /// let id = uuid()
    /// ```
    ///
    /// In a test, make them predictable: `$0.uuid = .incrementing`.
    public var uuid: UUIDGenerator {
      get { self[UUIDGeneratorKey.self] }
      set { self[UUIDGeneratorKey.self] = newValue }
    }
  }

  private enum UUIDGeneratorKey: DependencyKey {
    static var liveValue: UUIDGenerator { UUIDGenerator { UUID() } }
  }

  /// Makes identifiers.
  public struct UUIDGenerator: Sendable {
    private let generate: @Sendable () -> UUID

    /// A generator of one identifier.
    ///
    /// - Parameter uuid: The identifier that it always makes.
    public static func constant(_ uuid: UUID) -> Self { Self { uuid } }

    /// A new generator of `UUID(0)`, `UUID(1)`, … It can be called from any thread.
    public static var incrementing: Self {
      let next = LockIsolated(0)
      return Self {
        next.withValue { next in
          defer { next += 1 }
          return UUID(next)
        }
      }
    }

    /// Makes a generator.
    ///
    /// - Parameter generate: Is called for each identifier.
    public init(_ generate: @escaping @Sendable () -> UUID) {
      self.generate = generate
    }

    /// A new identifier.
    public func callAsFunction() -> UUID { generate() }
  }

  extension UUID {
    /// An identifier made of a number: `UUID(42)` is `00000000-0000-0000-0000-00000000002A`.
    ///
    /// The last sixteen digits are the number's absolute value in hexadecimal; a negative number puts a one at the end of the
    /// third group.
    ///
    /// - Parameter intValue: The number.
    public init(_ intValue: Int) {
      let magnitude = UInt64(intValue.magnitude)
      func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: magnitude >> (8 * index)) }
      self.init(
        uuid: (
          0, 0, 0, 0, 0, 0, 0, intValue < 0 ? 1 : 0,
          byte(7), byte(6), byte(5), byte(4), byte(3), byte(2), byte(1), byte(0)
        ))
    }
  }
#endif
