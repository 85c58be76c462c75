/// What a registration is found by.
struct ServiceKey: Hashable {
  let serviceType: Any.Type
  let argumentsType: Any.Type
  let name: String?
  let option: (any ServiceKeyOption)?

  init(
    serviceType: Any.Type, argumentsType: Any.Type, name: String? = nil,
    option: (any ServiceKeyOption)? = nil
  ) {
    self.serviceType = serviceType
    self.argumentsType = argumentsType
    self.name = name
    self.option = option
  }

  static func == (lhs: ServiceKey, rhs: ServiceKey) -> Bool {
    guard
      lhs.serviceType == rhs.serviceType, lhs.argumentsType == rhs.argumentsType,
      lhs.name == rhs.name
    else { return false }
    switch (lhs.option, rhs.option) {
    case (nil, nil): return true
    case (let left?, let right?): return left.isEqualTo(right)
    default: return false
    }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(serviceType))
    hasher.combine(ObjectIdentifier(argumentsType))
    hasher.combine(name)
    option?.hash(into: &hasher)
  }
}

/// A part of a registration's key besides type, name and arguments, for programs that extend the container with
/// `Container._register(_:factory:name:option:)`.
public protocol ServiceKeyOption: CustomStringConvertible, Sendable {
  /// Whether both options select the same registration.
  func isEqualTo(_ another: any ServiceKeyOption) -> Bool
  /// Feeds what ``isEqualTo(_:)`` compares.
  func hash(into: inout Hasher)
}
