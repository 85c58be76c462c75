/// Everything that ``Container/verify()`` found.
public struct VerificationError: Error, Sendable {
  /// A service that keeps one which is meant to live shorter.
  public struct CaptiveDependency: Hashable, Sendable, CustomStringConvertible {
    /// The longer-lived service and its scope.
    public let holder: ResolutionError.Step
    public let holderScope: String
    /// The shorter-lived one and its scope.
    public let captive: ResolutionError.Step
    public let captiveScope: String
    /// From the holder to the captive.
    public let path: [ResolutionError.Step]

    public var description: String {
      """
      \(holder) lives in scope "\(holderScope)" and keeps \(captive), which is registered for scope "\(captiveScope)": \
      take a Provider<\(captive.service)> instead, or choose the scopes alike.
        path: \(path.map(\.description).joined(separator: " → "))
      """
    }
  }

  /// Registrations that cannot be resolved, each once.
  public let failures: [ResolutionError]
  public let captiveDependencies: [CaptiveDependency]
}

extension VerificationError: CustomStringConvertible {
  public var description: String {
    (failures.map(\.description) + captiveDependencies.map(\.description)).joined(separator: "\n")
  }
}
