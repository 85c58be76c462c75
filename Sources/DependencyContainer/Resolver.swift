/// Something that services are resolved from: what factories are given.
///
/// ```swift
/// container.register(Checkout.self) { resolver in
///   Checkout(gateway: resolver.resolve(PaymentGateway.self)!)
/// }
/// ```
///
/// ``Container`` is the one conforming type. The calls to use are `resolve` and `require` below. Only classes can conform, so that a
/// resolver is handed to a factory as one reference.
public protocol Resolver: AnyObject {
  /// The container that is asked, or that the calls are handed on to.
  var resolvingContainer: Container { get }
}

extension Resolver {
  /// Resolves a service.
  ///
  /// - Returns: The service, or nil and a warning that tells why.
  @inlinable @inline(__always)
  public func resolve<Service>(
    _ serviceType: Service.Type, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Service? {
    resolvingContainer.resolvePlain(
      serviceType,
      ResolutionSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Resolves a service that is registered under a name.
  ///
  /// - Returns: The service, or nil and a warning that tells why.
  @inlinable @inline(__always)
  public func resolve<Service>(
    _ serviceType: Service.Type, name: String?, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Service? {
    let site = ResolutionSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let container = resolvingContainer
    guard let name else { return container.resolvePlain(serviceType, site) }
    return container.resolveOrReport(
      serviceType, name: name, option: nil, arguments: { $0 as any Resolver }, site)
  }

  /// Resolves a service whose factory takes one argument. The argument's static type selects the registration.
  ///
  /// - Returns: The service, or nil and a warning that tells why.
  @inlinable @inline(__always)
  public func resolve<Service, Argument>(
    _ serviceType: Service.Type, name: String? = nil, argument: Argument,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Service? {
    resolvingContainer.resolveArguments(
      serviceType, name,
      ResolutionSite(fileID: fileID, filePath: filePath, line: line, column: column), argument)
  }

  /// Resolves a service whose factory takes arguments. Their static types select the registration.
  ///
  /// - Returns: The service, or nil and a warning that tells why.
  @inlinable @inline(__always)
  public func resolve<Service, each Argument>(
    _ serviceType: Service.Type, name: String? = nil, arguments: repeat each Argument,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Service? {
    resolvingContainer.resolveArguments(
      serviceType, name,
      ResolutionSite(fileID: fileID, filePath: filePath, line: line, column: column),
      repeat each arguments)
  }

  /// Resolves a service, or tells why there is none.
  ///
  /// Factories may throw this error on: `{ resolver in Checkout(gateway: try resolver.require(PaymentGateway.self)) }`.
  ///
  /// - Throws: ``ResolutionError`` with the path to the service that failed.
  public func require<Service>(
    _ serviceType: Service.Type, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws(ResolutionError) -> Service {
    let container = resolvingContainer
    return try container.resolve(
      serviceType, name: name, option: nil, arguments: { $0 as any Resolver },
      ResolutionSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Resolves a service whose factory takes arguments, or tells why there is none.
  ///
  /// - Throws: ``ResolutionError`` with the path to the service that failed.
  public func require<Service, each Argument>(
    _ serviceType: Service.Type, name: String? = nil, arguments: repeat each Argument,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws(ResolutionError) -> Service {
    let container = resolvingContainer
    return try container.resolve(
      serviceType, name: name, option: nil,
      arguments: Container.followed(by: repeat each arguments),
      ResolutionSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// For libraries that extend the container: resolving with arguments of any type.
public protocol _Resolver {
  func _resolve<Service, Arguments>(
    name: String?, option: (any ServiceKeyOption)?, invoker: @escaping ((Arguments) -> Any) -> Any
  ) -> Service?
}

@available(*, unavailable, renamed: "Resolver")
public typealias ResolverType = Resolver

@available(*, unavailable, renamed: "ServiceKeyOption")
public typealias ServiceKeyOptionType = ServiceKeyOption
