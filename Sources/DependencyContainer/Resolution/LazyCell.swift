public import CDependencyAtomics
import DependencySupport

/// Makes a value once, for all threads.
///
/// Sendable because the word is written once, under `lock`, and read atomically; what it leads to is not changed before the
/// cell is destroyed. The resolution runs on the one thread that has the claim.
@usableFromInline final class LazyCell<Service>: @unchecked Sendable {
  /// The address of the value, or zero until it is made.
  @usableFromInline let word: UnsafeMutablePointer<UInt>
  private let lock = Lock()
  private let graph: GraphIdentifier?
  private let make: (GraphIdentifier?) throws(ResolutionError) -> Service

  init(
    graph: GraphIdentifier?, make: @escaping (GraphIdentifier?) throws(ResolutionError) -> Service
  ) {
    self.graph = graph
    self.make = make
    word = .allocate(capacity: 1)
    word.initialize(to: 0)
  }

  deinit {
    if let made {
      let place = UnsafeMutablePointer(mutating: made)
      place.deinitialize(count: 1)
      place.deallocate()
    }
    word.deallocate()
  }

  /// Where the value is, if it is made. The caller keeps the cell while it looks there.
  @inlinable
  var made: UnsafePointer<Service>? {
    UnsafePointer(bitPattern: graft_load_acquire(word))
  }

  /// Keeps the value that was made, and returns the one that was kept first.
  private func keep(_ new: Service) -> Service {
    lock.withLock {
      if let made { return made.pointee }
      let place = UnsafeMutablePointer<Service>.allocate(capacity: 1)
      place.initialize(to: new)
      graft_store_release(word, UInt(bitPattern: place))
      return new
    }
  }

  func instance() throws(ResolutionError) -> Service {
    if let made { return made.pointee }
    let thread = ResolverThread.current
    thread.pointee.cells += 1
    defer {
      thread.pointee.cells -= 1
      if thread.pointee.cells == 0, thread.pointee.container == nil, thread.pointee.session != 0 {
        ResolutionCoordinator.shared.end(thread)
      }
    }
    while true {
      if let made { return made.pointee }
      let answer = ResolutionCoordinator.shared.request(self, by: thread) {
        ResolutionCoordinator.nodes(of: thread)
      }
      switch answer {
      case .construct:
        defer { ResolutionCoordinator.shared.release(self, by: thread) }
        if let made { return made.pointee }
        return keep(try make(graph))
      case .reenter:
        return keep(try make(graph))
      case .use(let instance):
        if let service = instance.value(as: Service.self) { return service }
      case .cycle(let steps, _):
        throw ResolutionError(
          code: .cycle, path: steps,
          site: ResolutionSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
      case .wait, .retry:
        continue
      }
    }
  }
}
