/// How a provider resolves.
///
/// Sendable because it is immutable, and resolving is possible from any thread.
struct ProviderSource<Service>: @unchecked Sendable {
  let make: (GraphIdentifier?) throws(ResolutionError) -> Service
}
