/// A type that is resolved by resolving what it wraps.
protocol InstanceWrapper {
  /// The wrapper, or nil if what it wraps is not registered.
  static func wrap<Arguments>(
    _ resolution: WrappedResolution<Arguments>
  ) throws(ResolutionError) -> Self?
}

/// How a wrapper resolves what it wraps, now or later.
struct WrappedResolution<Arguments> {
  let container: Container
  let arguments: (Container) -> Arguments
  let name: String?
  let option: (any ServiceKeyOption)?
  let site: ResolutionSite

  /// Whether something is registered, or is a wrapper around something that is.
  func isRegistered<Service>(_ type: Service.Type) -> Bool {
    let key = ServiceKey(
      serviceType: type, argumentsType: Arguments.self, name: name, option: option)
    if container.registration(for: key) != nil { return true }
    guard let wrapper = type as? any InstanceWrapper.Type else { return false }
    return (try? wrapper.wrap(self)) != nil
  }

  func resolve<Service>(_ type: Service.Type) throws(ResolutionError) -> Service {
    try container.resolve(type, name: name, option: option, arguments: arguments, site)
  }

  /// The same, to be kept without keeping the container: it is looked up when it is needed.
  func later<Service>(
    _ type: Service.Type
  ) -> (GraphIdentifier?) throws(ResolutionError) -> Service {
    let step = ResolutionError.Step(service: "\(type)", name: name)
    let (name, option, arguments, site) = (name, option, arguments, site)
    return { [weak container] (graph) throws(ResolutionError) in
      guard let container else {
        throw ResolutionError(code: .containerReleased, path: [step], site: site)
      }
      guard let graph else {
        return try container.resolve(
          type, name: name, option: option, arguments: arguments, site)
      }
      let thread = ResolverThread.current
      let entrance = ResolverThread.enter(
        thread, Unmanaged.passUnretained(container).toOpaque(), graph: graph)
      defer { ResolverThread.leave(thread, entrance) }
      return try container.resolve(
        type, name: name, option: option, arguments: arguments, site)
    }
  }
}

extension Optional: InstanceWrapper {
  static func wrap<Arguments>(
    _ resolution: WrappedResolution<Arguments>
  ) throws(ResolutionError) -> Self? {
    guard resolution.isRegistered(Wrapped.self) else { return .some(nil) }
    return try resolution.resolve(Wrapped.self)
  }
}
