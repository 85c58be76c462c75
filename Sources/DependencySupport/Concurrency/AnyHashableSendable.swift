/// A hashable value of any type that can cross concurrency domains.
///
/// Two are equal if their bases are equal as `AnyHashable`s are. Cast to `AnyHashable` it becomes its base.
public struct AnyHashableSendable: Hashable, Sendable {
  /// The value.
  public let base: any Hashable & Sendable

  /// Wraps a value of a type that is not known. A wrapper is not wrapped again.
  ///
  /// - Parameter base: The value.
  @_disfavoredOverload
  public init(_ base: any Hashable & Sendable) {
    self.init(base)
  }

  /// Wraps a value. A wrapper is not wrapped again.
  ///
  /// - Parameter base: The value.
  public init(_ base: some Hashable & Sendable) {
    if let wrapper = base as? AnyHashableSendable {
      self = wrapper
    } else {
      self.base = base
    }
  }

  public static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(base)
  }
}

extension AnyHashableSendable: CustomStringConvertible {
  public var description: String {
    String(describing: base)
  }
}

extension AnyHashableSendable: CustomDebugStringConvertible {
  public var debugDescription: String {
    "AnyHashableSendable(\(String(reflecting: base)))"
  }
}

extension AnyHashableSendable: CustomReflectable {
  public var customMirror: Mirror {
    Mirror(self, children: ["value": base])
  }
}

extension AnyHashableSendable: _HasCustomAnyHashableRepresentation {
  public func _toCustomAnyHashable() -> AnyHashable? {
    AnyHashable(base)
  }
}

extension AnyHashableSendable: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) {
    self.init(value)
  }
}

extension AnyHashableSendable: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) {
    self.init(value)
  }
}

extension AnyHashableSendable: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}

extension AnyHashableSendable: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self.init(value)
  }
}
