/// Finds the registrations that may have been meant by a key that nobody registered.
struct NearMatches {
  let key: ServiceKey
  let registrations: [Registration]

  var descriptions: [String] {
    var found: [String] = []
    for registration in registrations {
      guard let reason = reason(registration.key) else { continue }
      found.append("\(reason): \(describe(registration.key))")
    }
    return Array(Set(found)).sorted()
  }

  private func describe(_ other: ServiceKey) -> String {
    let service = ResolutionError.Step(
      service: String(describing: other.serviceType), name: other.name)
    return other.argumentsType == (any Resolver).self
      ? "\(service)" : "\(service) with arguments \(other.argumentsType)"
  }

  private func reason(_ other: ServiceKey) -> String? {
    if other.serviceType == key.serviceType {
      if other.argumentsType != key.argumentsType { return "registered with other arguments" }
      if other.name != key.name {
        return other.name == nil ? "registered without a name" : "registered with another name"
      }
      return "registered with another option"
    }
    if let wrapped = (other.serviceType as? any OptionalType.Type)?.wrapped,
      wrapped == key.serviceType
    {
      return "registered as an optional"
    }
    if let wrapped = (key.serviceType as? any OptionalType.Type)?.wrapped,
      wrapped == other.serviceType
    {
      return "registered, but not as an optional"
    }
    if TypeRelation.isSubclass(other.serviceType, of: key.serviceType) {
      return "a subclass is registered"
    }
    if TypeRelation.isSubclass(key.serviceType, of: other.serviceType) {
      return "its superclass is registered"
    }
    if TypeRelation.conforms(other.serviceType, to: key.serviceType) {
      return "a type that conforms to it is registered"
    }
    if TypeRelation.conforms(key.serviceType, to: other.serviceType) {
      return "a protocol that it conforms to is registered"
    }
    return nil
  }
}

protocol OptionalType {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
  static var wrapped: Any.Type { Wrapped.self }
}
