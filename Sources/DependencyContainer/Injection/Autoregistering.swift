extension Container {
  /// Registers a service by its initializer, whose parameters are resolved.
  ///
  /// ```swift
  /// container.autoregister(Checkout.self, initializer: Checkout.init)
  /// ```
  ///
  /// Parameters may be optional, ``Lazy`` or ``Provider`` of what is registered. A parameter that cannot be resolved fails the
  /// service, without calling the initializer.
  ///
  /// - Parameters:
  ///   - type: The type that is asked for.
  ///   - name: Tells registrations of one type apart.
  ///   - initializer: Makes the service.
  ///   - fileID: Named as the place of the registration in errors. The default is the caller's.
  ///   - filePath: The same as a path.
  ///   - line: The same as a line.
  ///   - column: The same as a column.
  /// - Returns: The entry, to choose a scope and more.
  @preconcurrency
  @discardableResult
  public func autoregister<Service, each Dependency>(
    _ type: Service.Type, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    initializer: @escaping @Sendable (repeat each Dependency) -> Service
  ) -> ServiceEntry<Service> {
    register(type, name: name) { resolver in
      try initializer(
        repeat resolver.require(
          (each Dependency).self, fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }

  /// Registers a service by its initializer. Parameters of the argument's type are given when the service is resolved, the others are
  /// resolved.
  ///
  /// ```swift
  /// container.autoregister(Profile.self, argument: UserID.self, initializer: Profile.init)
  /// container.resolve(Profile.self, argument: UserID(1))
  /// ```
  @preconcurrency
  @discardableResult
  public func autoregister<Service, Argument, each Dependency>(
    _ type: Service.Type, name: String? = nil, argument: Argument.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    initializer: @escaping @Sendable (repeat each Dependency) -> Service
  ) -> ServiceEntry<Service> {
    register(type, name: name) { (resolver: any Resolver, argument: Argument) in
      let site = ResolutionSite(fileID: fileID, filePath: filePath, line: line, column: column)
      return try initializer(
        repeat Self.parameter((each Dependency).self, [argument], resolver, site))
    }
  }

  /// Registers a service by its initializer. Parameters of the arguments' types are given when the service is resolved, the others
  /// are resolved.
  @preconcurrency
  @discardableResult
  public func autoregister<Service, each Argument, each Dependency>(
    _ type: Service.Type, name: String? = nil, arguments: repeat (each Argument).Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, initializer: @escaping @Sendable (repeat each Dependency) -> Service
  ) -> ServiceEntry<Service> {
    register(type, name: name) { (resolver: any Resolver, argument: repeat each Argument) in
      let site = ResolutionSite(fileID: fileID, filePath: filePath, line: line, column: column)
      var given: [Any] = []
      for argument in repeat each argument { given.append(argument) }
      return try initializer(
        repeat Self.parameter((each Dependency).self, given, resolver, site))
    }
  }

  private static func parameter<Parameter>(
    _ type: Parameter.Type, _ given: [Any], _ resolver: any Resolver, _ site: ResolutionSite
  ) throws(ResolutionError) -> Parameter {
    for argument in given {
      if let argument = argument as? Parameter { return argument }
    }
    return try resolver.require(
      type, fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
  }
}
