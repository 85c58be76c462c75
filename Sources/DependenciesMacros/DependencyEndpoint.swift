/// Makes a closure property report its use until it is overridden.
///
/// ``DependencyClient()`` applies it to each closure of a client. Write it yourself for what only the program can know to
/// be a closure, such as a type alias, and to choose a method's name:
///
/// ```swift
/// @DependencyEndpoint(method: "item") var fetch: (_ id: Int) async throws -> Item
/// // client.item(id: 1)
/// ```
///
/// A call of an endpoint that was not overridden is an issue that names it. Then the endpoint throws
/// ``Unimplemented``, returns `nil` or nothing, or does what its default says. Where a parameter has a label, a method with
/// that label is written, with the documentation, the access level, the effects and the isolation of the property.
///
/// - Parameter method: The name of the method; the property's name if it is not given.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String = "") =
  #externalMacro(module: "DependenciesMacrosPlugin", type: "DependencyEndpointMacro")

/// Leaves a closure property of a client as it is: no endpoint, and no parameter of the initializers.
@attached(accessor, names: named(willSet))
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "DependenciesMacrosPlugin", type: "DependencyEndpointIgnoredMacro")
