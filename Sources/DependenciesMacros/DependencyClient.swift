/// Makes a dependency out of a struct of closures.
///
/// ```swift
/// @DependencyClient
/// struct APIClient: Sendable {
///   var fetch: @Sendable (_ id: Int) async throws -> Item
///   var isOnline: @Sendable () -> Bool = { true }
/// }
/// ```
///
/// Each closure property becomes an endpoint (see ``DependencyEndpoint(method:)``). Two initializers are written: one with
/// all properties, and one without the endpoints, `APIClient()`, which makes the value for tests. Their access level is
/// the lowest among the struct and its properties.
///
/// An endpoint that returns a value and cannot throw needs a default. Where a property lies in an `#if` block, each
/// combination of branches has initializers of its own.
///
/// In a module whose default isolation is the main actor, write `nonisolated struct`: dependencies are read from
/// anywhere. Where the word is missing, language mode 6 reports an error and 5 a warning, each with a fix-it.
///
/// The issue of an unimplemented endpoint belongs to the test that calls it, and its place is the property's declaration.
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() =
  #externalMacro(module: "DependenciesMacrosPlugin", type: "DependencyClientMacro")

@freestanding(declaration)
public macro _ClientIsolationProbe(_ client: String, _ place: () -> Void) =
  #externalMacro(module: "DependenciesMacrosPlugin", type: "PassedProbeMacro")

@freestanding(declaration)
public macro _ClientIsolationProbe(_ client: String, _ place: @MainActor () -> Void) =
  #externalMacro(module: "DependenciesMacrosPlugin", type: "MainActorClientMacro")
