public import Dependencies

/// Writes the key and the accessors of a property of `DependencyValues`.
///
/// ```swift
/// extension DependencyValues {
///   @DependencyEntry(liveValue: .live) var greeting: Greeting = .mock
/// }
/// ```
///
/// The property's default is the value for tests. An entry needs one, or a `liveValue` or a `previewValue`. The values are
/// evaluated when they are first read in a context, not before. If only a preview value is given, tests read it and report an issue, as
/// they do for a key that has only a live value.
///
/// Swift does not let the arguments of one macro see what another writes. A live value that is made with an initializer from
/// ``DependencyClient()`` therefore goes into a property of its own, such as `static let live`, that the argument names.
///
/// - Parameters:
///   - liveValue: The value for running programs.
///   - previewValue: The value for previews.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<LiveValue, PreviewValue>(
  liveValue: LiveValue = (), previewValue: PreviewValue = ()
) = #externalMacro(module: "DependenciesMacrosPlugin", type: "DependencyEntryMacro")

/// Writes the key, under a name of your choice, and the accessors of a property of `DependencyValues`.
///
/// - Parameters:
///   - keyName: The name of the key, a type nested in `DependencyValues`.
///   - liveValue: The value for running programs.
///   - previewValue: The value for previews.
@attached(accessor, names: named(get), named(set))
@attached(peer, names: arbitrary)
public macro DependencyEntry<LiveValue, PreviewValue>(
  _ keyName: String, liveValue: LiveValue = (), previewValue: PreviewValue = ()
) = #externalMacro(module: "DependenciesMacrosPlugin", type: "DependencyEntryMacro")

@attached(accessor, names: named(get))
public macro _DependencyEntryDefaultValue() =
  #externalMacro(module: "DependenciesMacrosPlugin", type: "DependencyEntryDefaultValueMacro")

/// Names that hold in a program with a type called `Dependencies`.
public typealias _DependencyKey = DependencyKey
public typealias _TestDependencyKey = TestDependencyKey

@freestanding(declaration)
public macro _EntryIsolationProbe(_ entry: String, _ place: () -> Void) =
  #externalMacro(module: "DependenciesMacrosPlugin", type: "PassedProbeMacro")

@freestanding(declaration)
public macro _EntryIsolationProbe(_ entry: String, _ place: @MainActor () -> Void) =
  #externalMacro(module: "DependenciesMacrosPlugin", type: "MainActorEntryMacro")

@freestanding(declaration)
public macro _EntrySendableProbe<Root, Value: Sendable>(
  _ entry: String, _ property: KeyPath<Root, Value>
) =
  #externalMacro(module: "DependenciesMacrosPlugin", type: "PassedProbeMacro")

@freestanding(declaration)
public macro _EntrySendableProbe<Root, Value>(
  _ entry: String, _ property: KeyPath<Root, Value>
) =
  #externalMacro(module: "DependenciesMacrosPlugin", type: "NonSendableEntryMacro")
