/// Is told of registrations.
public protocol Behavior {
  /// Called after each registration and each forwarding, on the thread that registers.
  ///
  /// - Parameters:
  ///   - container: Where it was registered.
  ///   - type: What the service is asked for as.
  ///   - entry: The registration.
  ///   - name: Its name for that type.
  func container<Type, Service>(
    _ container: Container, didRegisterType type: Type.Type,
    toService entry: ServiceEntry<Service>, withName name: String?)
}
