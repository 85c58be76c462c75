import DependencySupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Which of a key's values is its default.
public enum DependencyContext: Sendable {
  /// The program runs for real: ``DependencyKey/liveValue``.
  case live
  /// An Xcode preview: ``TestDependencyKey/previewValue``.
  case preview
  /// A test: ``TestDependencyKey/testValue``.
  case test
}

extension DependencyContext {
  static let all: [DependencyContext] = [.live, .preview, .test]

  var index: Int {
    switch self {
    case .live: 0
    case .preview: 1
    case .test: 2
    }
  }

  /// The context of this process where none is set: what the environment variable `SWIFT_DEPENDENCIES_CONTEXT` says, or else
  /// what the process looks like.
  static let inferred: DependencyContext = {
    if let named = environment(variable).flatMap(named) { return named }
    if environment("XCODE_RUNNING_FOR_PREVIEWS") == "1" { return .preview }
    return isTesting ? .test : .live
  }()

  private static func named(_ word: String) -> DependencyContext? {
    switch word {
    case "live": .live
    case "preview": .preview
    case "test": .test
    default: nil
    }
  }

  private static let variable = "SWIFT_DEPENDENCIES_CONTEXT"

  /// Says once that the environment variable names no context.
  ///
  /// It is said where a default value is needed, not where the context is inferred: a reporter that reads a dependency would
  /// wait for the very context.
  static func reportUnknownName() {
    guard let unknownName,
      unknownName.isUnreported.withValue({ isUnreported in
        defer { isUnreported = false }
        return isUnreported
      })
    else {
      return
    }
    reportIssue(
      """
      The environment variable \(variable) must be "live", "preview" or "test". It is passed over.

        \(variable) = \(String(reflecting: unknownName.name))
      """)
  }

  private struct UnknownName {
    let name: String
    let isUnreported = LockIsolated(true)
  }

  private static let unknownName: UnknownName? = {
    guard let name = environment(variable), named(name) == nil else { return nil }
    return UnknownName(name: name)
  }()

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

enum DependencyContextKey: DependencyKey {
  static var liveValue: DependencyContext { .live }
  static var previewValue: DependencyContext { .preview }
  static var testValue: DependencyContext { .test }
}

extension DependencyValues {
  /// The context that default values are taken from.
  ///
  /// Override it to see the values of another context in one scope, or prepare it to set it for the whole process.
  public var context: DependencyContext {
    get { self[DependencyContextKey.self] }
    set { self[DependencyContextKey.self] = newValue }
  }
}
