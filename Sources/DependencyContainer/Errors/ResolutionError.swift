/// Why a service could not be resolved.
///
/// ```swift
/// do {
///   let checkout = try container.require(Checkout.self)
/// } catch {
///   if error.code == .notRegistered { print(error.path.last, error.nearMatches) }
/// }
/// ```
public struct ResolutionError: Error, Sendable {
  public enum Code: String, Hashable, Sendable {
    /// Nothing is registered for the type, name and arguments.
    case notRegistered
    /// Factories that need each other's results.
    case cycle
    /// What the factory made is not of the type that was asked for.
    case wrongType
    /// The factory threw an error.
    case factoryFailed
    /// The container of a ``Lazy``, ``Provider`` or ``Injected`` does not exist any more.
    case containerReleased
  }

  /// A service on the way to the one that failed.
  public struct Step: Hashable, Sendable, CustomStringConvertible {
    /// The service's type.
    public let service: String
    /// The name that it is registered under, if it has one.
    public let name: String?

    public var description: String {
      name.map { "\(service)(name: \"\($0)\")" } ?? service
    }
  }

  public let code: Code
  /// From the service that was resolved first to the one that failed. In a cycle the last one is the one where it closes.
  public let path: [Step]
  /// The file in which the failing service was asked for, as `#fileID`.
  public let fileID: String
  /// The line in which the failing service was asked for.
  public let line: UInt
  /// Registrations that may have been meant, in words.
  public let nearMatches: [String]
  /// What a factory threw.
  public let underlyingError: (any Error)?
  let arguments: String?
  let site: ResolutionSite

  init(
    code: Code, path: [Step], site: ResolutionSite, nearMatches: [String] = [],
    underlyingError: (any Error)? = nil, arguments: String? = nil
  ) {
    self.code = code
    self.path = path
    self.fileID = "\(site.fileID)"
    self.line = site.line
    self.site = site
    self.nearMatches = nearMatches
    self.underlyingError = underlyingError
    self.arguments = arguments
  }
}

extension ResolutionError {
  /// Failures of the same service for the same reason are told once.
  var identity: String {
    let steps =
      code == .cycle
      ? Array(path.dropFirst()).map(\.description).sorted() : path.suffix(1).map(\.description)
    return "\(steps.joined(separator: " ")) \(arguments ?? "") \(code)"
  }
}

extension ResolutionError: CustomStringConvertible {
  /// What happened, on which path and where, and what to do about it.
  public var description: String {
    var lines = [headline]
    if path.count > 1 {
      lines.append("  path: " + path.map(\.description).joined(separator: " → "))
    }
    lines.append("  asked for at: \(fileID):\(line)")
    lines += nearMatches.map { "  near match: \($0)" }
    return lines.joined(separator: "\n")
  }

  private var headline: String {
    let service = path.last?.description ?? "The service"
    switch code {
    case .notRegistered:
      let suffix = arguments.map { " for a factory that takes \($0)" } ?? ""
      return "\(service) is not registered\(suffix)."
    case .cycle:
      return """
        \(service) needs itself before it is made: resolve one of these in initCompleted, or as Lazy or Provider.
        """
    case .wrongType:
      return "What the factory of \(service) made is no \(path.last?.service ?? "such service")."
    case .factoryFailed:
      return "The factory of \(service) failed: \(underlyingError.map { "\($0)" } ?? "no error")"
    case .containerReleased:
      return
        "The container that \(service) was to be resolved from does not exist any more: keep it."
    }
  }
}

/// Where a service is asked for.
@usableFromInline struct ResolutionSite: Sendable {
  @usableFromInline let fileID: StaticString
  @usableFromInline let filePath: StaticString
  @usableFromInline let line: UInt
  @usableFromInline let column: UInt

  @inlinable init(
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}
