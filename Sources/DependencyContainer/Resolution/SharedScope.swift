/// A scope that a program made, which is asked for storages from any thread.
///
/// Sendable because only `makeStorage()` is called on it, which a scope's author provides for registrations of any thread.
struct SharedScope: @unchecked Sendable {
  let scope: any ObjectScopeProtocol
}
