import CDependencyAtomics
import DependencySupport

/// Where a container's entries find it while it lives.
///
/// A `weak` reference would do the same, but the container would from then on count its references in memory of their own, and
/// each resolution would take up to twice as long.
///
/// Sendable because the address is touched only under `lock`, which the container's end waits for: while the address is there,
/// so is the container's memory, and a container that is ending refuses to be retained.
final class ContainerReference: @unchecked Sendable {
  private let lock = Lock()
  private var address: UnsafeMutableRawPointer?

  /// Called once, by the container, before anybody else sees it.
  func begin(_ container: Container) {
    lock.withLock { address = Unmanaged.passUnretained(container).toOpaque() }
  }

  /// Called by the container as it ends.
  func end() {
    lock.withLock { address = nil }
  }

  var container: Container? {
    lock.withLock {
      guard let retained = address.flatMap({ swift_tryRetain($0) }) else { return nil }
      return Unmanaged<Container>.fromOpaque(retained).takeRetainedValue()
    }
  }
}
