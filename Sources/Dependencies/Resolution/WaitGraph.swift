/// Who creates what, and who waits for whom: the bookkeeping of creation, as a value that knows nothing of threads.
///
/// A thread has a stack of the cells that it is creating, the innermost last, and may wait for one cell more. A cell is owned
/// by the thread that creates it. Waiting is allowed only where it closes no cycle, so the graph never has one.
struct WaitGraph<Cell: Hashable, Thread: Hashable, Place> {
  /// A cell that was asked for, and where.
  struct Step {
    var cell: Cell
    var place: Place
  }

  enum Answer {
    /// The thread owns the cell now and must call ``finish(_:by:)``.
    case create
    /// Another thread is creating the cell.
    case wait
    /// To wait would never end. The steps lead from the cell to itself; each but the first is the need of the one before.
    case cycle([Step])
  }

  private var stacks: [Thread: [Step]] = [:]
  private var owners: [Cell: Thread] = [:]
  private var waits: [Thread: Step] = [:]

  var isEmpty: Bool { stacks.isEmpty && owners.isEmpty && waits.isEmpty }

  mutating func request(_ cell: Cell, by thread: Thread, at place: Place) -> Answer {
    waits[thread] = nil
    guard var owner = owners[cell] else {
      owners[cell] = thread
      stacks[thread, default: []].append(Step(cell: cell, place: place))
      return .create
    }
    var path = steps(from: cell, by: owner)
    while owner != thread {
      guard let wait = waits[owner], let next = owners[wait.cell] else {
        waits[thread] = Step(cell: cell, place: place)
        return .wait
      }
      var further = steps(from: wait.cell, by: next)
      if !further.isEmpty { further[0].place = wait.place }
      path += further
      owner = next
    }
    return .cycle(path + [Step(cell: cell, place: place)])
  }

  func isOwned(_ cell: Cell) -> Bool { owners[cell] != nil }

  mutating func finish(_ cell: Cell, by thread: Thread) {
    owners[cell] = nil
    guard var stack = stacks[thread], let index = stack.lastIndex(where: { $0.cell == cell }) else {
      return
    }
    stack.remove(at: index)
    stacks[thread] = stack.isEmpty ? nil : stack
  }

  mutating func stopWaiting(_ thread: Thread) {
    waits[thread] = nil
  }

  private func steps(from cell: Cell, by thread: Thread) -> [Step] {
    guard let stack = stacks[thread], let index = stack.lastIndex(where: { $0.cell == cell }) else {
      return []
    }
    return Array(stack[index...])
  }
}
