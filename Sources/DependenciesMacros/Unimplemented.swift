/// What an endpoint throws that was called without being overridden.
public struct Unimplemented: Error, CustomStringConvertible {
  let endpoint: String

  /// - Parameter endpoint: The endpoint's name.
  public init(_ endpoint: String) {
    self.endpoint = endpoint
  }

  public var description: String {
    "Unimplemented: '\(endpoint)'"
  }
}
