/// Makes a struct, a final class or an actor from its dependencies, and in no other way.
///
/// ```swift
/// @Injectable
/// final class ProfileModel: DependencyInjectable {
///   private let userID: Int
///   private let client: any HTTPClient
///   private var attempts = 0
/// }
/// let model = ProfileModel.make(dependency: .init(userID: 1111, client: client))
/// ```
///
/// The stored properties that have no value yet become those of a nested `struct Dependency`. With it are written a private
/// initializer, `make(dependency:)`, and `register(in:name:)`, by which a container makes the type from the services that
/// it resolves: import `DependencyContainer` as well. Properties of wrappers that are given arguments, such as
/// `@Injected(Clock.self) var clock`, have their value, and so have variables of an optional type, which are nil.
///
/// What the type has of these members already is left as it is: write a private `init(dependency:)` to call an initializer
/// of a superclass or to do more. Each other initializer must be private. Inside of the type the name `Dependency` is the
/// nested one: write `@Dependencies.Dependency(\.date) var date` there.
///
/// A type on the main actor is registered too, but must be resolved there.
@attached(
  member, names: named(Dependency), named(init(dependency:)), named(make(dependency:)),
  named(register(in:name:)))
public macro Injectable() =
  #externalMacro(module: "DependenciesMacrosPlugin", type: "InjectableMacro")
