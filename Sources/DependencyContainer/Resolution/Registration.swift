/// A key and the entry that it leads to. Several registrations lead to one entry when types are forwarded.
@usableFromInline final class Registration: Sendable {
  @usableFromInline let service: ObjectIdentifier
  @usableFromInline let arguments: ObjectIdentifier
  /// Whether the key has neither name nor option.
  @usableFromInline let isPlain: Bool
  /// Whether the key's service type is the entry's own.
  @usableFromInline let isDirect: Bool
  @usableFromInline let entry: Entry
  let key: ServiceKey

  init(key: ServiceKey, entry: Entry) {
    service = ObjectIdentifier(key.serviceType)
    arguments = ObjectIdentifier(key.argumentsType)
    isPlain = key.name == nil && key.option == nil
    isDirect = key.serviceType == entry.serviceType && entry.direct != nil
    self.entry = entry
    self.key = key
  }

  var step: ResolutionError.Step {
    ResolutionError.Step(service: String(describing: key.serviceType), name: key.name)
  }
}
