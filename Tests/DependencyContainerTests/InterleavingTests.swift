import Testing

@testable import DependencyContainer

/// Two threads as values: each step is one step of one of them, and every order of steps is tried.
private struct Thread: Hashable {
  enum Step: Hashable {
    case resolve(Int, root: Bool)
    case waiting(Int, root: Bool)
    case finishFactory(Int)
    case complete(Int)
    case finishAction(Int)
    case end
    case ending
  }

  let id: Int
  var steps: [Step]
  var frames: [Frame] = []
  var pending: [Int] = []
  var held: [Int] = []
  var results: [Int: Result] = [:]

  struct Frame: Hashable {
    let service: Int
    var isUnfinished = false
    var isConstructing = true
    var isPartOfCycle = false
  }

  enum Result: Hashable {
    case instance(Int)
    case cycle([Int])
  }
}

/// Three services with what their factories and their actions ask for.
private struct Program: Hashable {
  var factories: [[Int]]
  var actions: [[Int]]
}

private struct World: Hashable {
  typealias Machine = ResolutionStateMachine<Int, Int, Int, Int>

  let program: Program
  var machine = Machine()
  var threads: [Thread]
  var published: [Int: Int] = [:]
  var made = [0, 0, 0]
  /// Services whose every action has run, by number of the instance's service.
  var completed: Set<Int> = []
  var problem: String?

  func canMove(_ index: Int) -> Bool {
    var copy = self
    return copy.move(index)
  }

  /// Does a thread's next step; false if it has to wait or is over.
  mutating func move(_ index: Int) -> Bool {
    guard let step = threads[index].steps.popLast() else { return false }
    let id = threads[index].id
    switch step {
    case .resolve(let service, let root):
      if published[service] != nil {
        receive(service, index, root)
        return true
      }
      let path = threads[index].path(to: service)
      answer(machine.request(service, by: id, path: { path }), service, index, root)
    case .waiting(let service, let root):
      let answer = machine.resume(id)
      if case .wait = answer {
        threads[index].steps.append(step)
        return false
      }
      self.answer(answer, service, index, root)
    case .finishFactory(let service):
      finishFactory(service, index)
    case .complete(let service):
      threads[index].frames.append(Thread.Frame(service: service, isConstructing: false))
      threads[index].steps.append(.finishAction(service))
      for next in program.actions[service].reversed() {
        threads[index].steps.append(.resolve(next, root: false))
      }
    case .finishAction(let service):
      threads[index].frames.removeLast()
      completed.insert(service)
    case .end:
      if case .wait = machine.end(id) {
        threads[index].steps.append(.ending)
      } else {
        release(index)
      }
    case .ending:
      if case .wait = machine.resumeEnding(id) {
        threads[index].steps.append(.ending)
        return false
      }
      release(index)
    }
    return true
  }

  private mutating func answer(
    _ answer: Machine.Answer, _ service: Int, _ index: Int, _ root: Bool
  ) {
    switch answer {
    case .construct:
      if published[service] != nil {
        machine.release(service, by: threads[index].id)
        receive(service, index, root)
        return
      }
      threads[index].frames.append(Thread.Frame(service: service))
      threads[index].steps.append(.finishFactory(service))
      if root { threads[index].results[service] = .instance(service) }
      for next in program.factories[service].reversed() {
        threads[index].steps.append(.resolve(next, root: false))
      }
    case .reenter:
      fail(from: service, threads[index].path(to: service).map(\.step), index, root, service)
    case .use:
      if let last = threads[index].frames.indices.last {
        threads[index].frames[last].isUnfinished = true
      }
      if root { threads[index].results[service] = .instance(service) }
    case .wait:
      threads[index].steps.append(.waiting(service, root: root))
    case .retry:
      threads[index].steps.append(.resolve(service, root: root))
    case .cycle(let path, let storage):
      fail(from: storage, path, index, root, service)
    }
  }

  private mutating func receive(_ service: Int, _ index: Int, _ root: Bool) {
    if root { threads[index].results[service] = .instance(service) }
    guard !program.hasFactoryCycle else { return }
    for reached in program.reach(of: service)
    where !program.actions[reached].isEmpty && !completed.contains(reached) {
      problem = "\(service) was shown to thread \(index) before the actions of \(reached) had run"
    }
  }

  private mutating func fail(
    from first: Int, _ path: [Int], _ index: Int, _ root: Bool, _ service: Int
  ) {
    guard
      let start = threads[index].frames.firstIndex(where: {
        $0.service == first && $0.isConstructing
      })
    else {
      problem = "a cycle \(path) that does not begin in a running factory of its thread"
      return
    }
    for frame in start..<threads[index].frames.count {
      threads[index].frames[frame].isPartOfCycle = true
    }
    if root { threads[index].results[service] = .cycle(path) }
    if !program.hasFactoryCycle { problem = "a cycle \(path) where factories alone have none" }
  }

  private mutating func finishFactory(_ service: Int, _ index: Int) {
    let frame = threads[index].frames.removeLast()
    let id = threads[index].id
    if frame.isPartOfCycle {
      machine.release(service, by: id)
      if threads[index].frames.isEmpty { threads[index].results[service] = .cycle([]) }
    } else {
      made[service] += 1
      if made[service] > 1 { problem = "\(service) was made twice" }
      let hasActions = !program.actions[service].isEmpty
      if frame.isUnfinished || hasActions {
        machine.store(service, in: service)
        threads[index].held.append(service)
        if let last = threads[index].frames.indices.last {
          threads[index].frames[last].isUnfinished = true
        }
      } else {
        published[service] = service
        machine.release(service, by: id)
      }
      if hasActions { threads[index].pending.append(service) }
    }
    guard !threads[index].frames.contains(where: \.isConstructing) else { return }
    for service in threads[index].pending.reversed() {
      threads[index].steps.append(.complete(service))
    }
    threads[index].pending = []
  }

  private mutating func release(_ index: Int) {
    let id = threads[index].id
    for service in threads[index].held { published[service] = service }
    for service in threads[index].held { machine.release(service, by: id) }
    threads[index].held = []
    machine.leave(id)
  }
}

extension Thread {
  func path(to service: Int) -> [World.Machine.Node] {
    (frames.map(\.service) + [service]).map { World.Machine.Node(storage: $0, step: $0) }
  }
}

extension Program {
  func reach(of service: Int) -> Set<Int> {
    var reached: Set<Int> = []
    var open = [service]
    while let next = open.popLast() {
      if reached.insert(next).inserted { open += factories[next] + actions[next] }
    }
    return reached
  }

  var hasFactoryCycle: Bool {
    (0..<3).contains { service in
      var reached: Set<Int> = []
      var open = factories[service]
      while let next = open.popLast() {
        if next == service { return true }
        if reached.insert(next).inserted { open += factories[next] }
      }
      return false
    }
  }
}

struct InterleavingTests {
  /// Tries every order; returns the number of different states.
  private func explore(_ program: Program, _ roots: [Int]) -> (states: Int, problem: String?) {
    let threads = roots.enumerated().map { index, root in
      Thread(id: index + 1, steps: [.end, .resolve(root, root: true)])
    }
    var seen: Set<World> = []
    var open = [World(program: program, threads: threads)]
    while let world = open.popLast() {
      if let problem = world.problem { return (seen.count, problem) }
      guard seen.insert(world).inserted else { continue }
      var hasMoved = false
      for index in world.threads.indices {
        var next = world
        if next.move(index) {
          hasMoved = true
          open.append(next)
        }
      }
      guard !hasMoved else { continue }
      if !world.threads.allSatisfy(\.steps.isEmpty) { return (seen.count, "nobody can move") }
      if !world.machine.isIdle { return (seen.count, "something is left behind") }
      for (thread, root) in zip(world.threads, roots) {
        if !program.hasFactoryCycle, thread.results[root] != .instance(root) {
          return (seen.count, "a thread was given nothing")
        }
      }
    }
    return (seen.count, nil)
  }

  @Test func `every order of two threads over three services keeps the promises`() {
    let lists: [[Int]] = [[], [0], [1], [2], [1, 2]]
    var states = 0
    var programs = 0
    for a in lists {
      for b in lists {
        for c in lists {
          for actions in [
            [[], [], []], [[1], [], []], [[1], [2], []], [[1], [2], [0]], [[], [0], [1]],
          ] {
            let program = Program(factories: [a, b, c], actions: actions)
            for roots in [[0, 0], [0, 1], [1, 2], [2, 0]] {
              let result = explore(program, roots)
              #expect(result.problem == nil, "\(program) \(roots)")
              states += result.states
              programs += 1
              if result.problem != nil { return }
            }
          }
        }
      }
    }
    #expect(programs == 2_500)
    #expect(states > 50_000)
  }
}
