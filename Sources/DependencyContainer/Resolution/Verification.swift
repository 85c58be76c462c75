import DependencySupport

/// Collects what goes wrong while ``Container/verify()`` tries every registration.
///
/// Sendable because the lists are touched only under `lock`.
final class Verification: @unchecked Sendable {
  private let lock = Lock()
  private var failures: [ResolutionError] = []
  private var captives: [VerificationError.CaptiveDependency] = []

  func add(_ failure: ResolutionError) {
    lock.withLock {
      guard !failures.contains(where: { $0.identity == failure.identity }) else { return }
      failures.append(failure)
    }
  }

  func add(_ captive: VerificationError.CaptiveDependency) {
    lock.withLock {
      let isKnown = captives.contains {
        $0.holder == captive.holder && $0.captive == captive.captive
      }
      if !isKnown { captives.append(captive) }
    }
  }

  var error: VerificationError? {
    lock.withLock {
      guard !failures.isEmpty || !captives.isEmpty else { return nil }
      return VerificationError(
        failures: failures.sorted { $0.identity < $1.identity },
        captiveDependencies: captives.sorted { $0.description < $1.description })
    }
  }
}

// MARK: - Captive dependencies

extension Verification {
  /// Looks for a factory around `registration` whose instance lives longer than the program declared for this one.
  func watch(_ registration: Registration, _ thread: UnsafeMutablePointer<ResolverThread>) {
    guard
      registration.entry.hasDeclaredScope,
      let captiveScope = Lifetime(registration.entry)
    else { return }
    var path = [registration.step]
    var next = thread.pointee.frame
    while let frame = next, frame.pointee.isConstructing {
      let holder = frame.pointee.registration.takeUnretainedValue()
      path.insert(holder.step, at: 0)
      if let scope = Lifetime(holder.entry), scope >= .custom {
        if scope > captiveScope {
          add(
            VerificationError.CaptiveDependency(
              holder: holder.step, holderScope: holder.entry.scopeDescription,
              captive: registration.step,
              captiveScope: registration.entry.scopeDescription, path: path))
        }
        return
      }
      // A holder between them that says how long it lives answers for what it keeps itself.
      if holder.entry.hasDeclaredScope { return }
      next = frame.pointee.parent
    }
  }

  private enum Lifetime: Int, Comparable {
    case transient, graph, weak, custom, container

    init?(_ entry: Entry) {
      let scope = entry.objectScope
      switch scope {
      case let scope where scope === ObjectScope.transient: self = .transient
      case let scope where scope === ObjectScope.graph: self = .graph
      case let scope where scope === ObjectScope.weak: self = .weak
      case let scope where scope === ObjectScope.container: self = .container
      default: self = .custom
      }
    }

    static func < (lhs: Lifetime, rhs: Lifetime) -> Bool { lhs.rawValue < rhs.rawValue }
  }
}

extension Entry {
  var scopeDescription: String {
    let scope = objectScope
    return (scope as? any CustomStringConvertible)?.description
      ?? String(describing: type(of: scope))
  }
}
