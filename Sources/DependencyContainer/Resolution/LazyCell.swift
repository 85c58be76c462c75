import DependencySupport

/// Makes a value once, for all threads.
///
/// Sendable because what changes is touched only under `lock`; the resolution runs on the one thread that has the claim.
final class LazyCell<Service>: @unchecked Sendable {
  private let lock = Lock()
  private let graph: GraphIdentifier?
  private let make: (GraphIdentifier?) throws(ResolutionError) -> Service
  private var made: Instance<Service>?

  init(
    graph: GraphIdentifier?, make: @escaping (GraphIdentifier?) throws(ResolutionError) -> Service
  ) {
    self.graph = graph
    self.make = make
  }

  func instance() throws(ResolutionError) -> Service {
    if let made = lock.withLock({ made }) { return made.value }
    let thread = ResolverThread.current
    thread.pointee.cells += 1
    defer {
      thread.pointee.cells -= 1
      if thread.pointee.cells == 0, thread.pointee.container == nil, thread.pointee.session != 0 {
        ResolutionCoordinator.shared.end(thread)
      }
    }
    while true {
      if let made = lock.withLock({ made }) { return made.value }
      let answer = ResolutionCoordinator.shared.request(self, by: thread) {
        ResolutionCoordinator.nodes(of: thread)
      }
      switch answer {
      case .construct:
        defer { ResolutionCoordinator.shared.release(self, by: thread) }
        if let made = lock.withLock({ made }) { return made.value }
        let new = try make(graph)
        return lock.withLock {
          if let made { return made.value }
          made = Instance(new)
          return new
        }
      case .reenter:
        let new = try make(graph)
        return lock.withLock {
          if let made { return made.value }
          made = Instance(new)
          return new
        }
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
