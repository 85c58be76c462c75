import CDependencyAtomics
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

/// The creations that are under way in this process.
///
/// One lock guards all of it. It is held for bookkeeping alone: while a default value is made, and while a thread waits for
/// one, it is free.
enum Creations {
  static let lock = Lock()

  typealias Graph = WaitGraph<ObjectIdentifier, ThreadID, SourceLocation>

  // Both are touched under the lock alone.
  private nonisolated(unsafe) static var graph = Graph()
  private nonisolated(unsafe) static var cells: [ObjectIdentifier: AnyValueCell] = [:]

  enum Turn {
    /// The caller creates the value and calls ``finish(_:)``.
    case create
    /// Somebody else did meanwhile, or gave up; look again.
    case lookAgain
    case cycle(Cycle)
  }

  /// Asks for the right to create a cell's value, and waits where somebody else has it.
  ///
  /// `isStillMissing` is asked under the lock.
  static func begin(
    _ cell: AnyValueCell, at location: SourceLocation, isStillMissing: () -> Bool
  ) -> Turn {
    let id = ObjectIdentifier(cell)
    let thread = ThreadID.current
    return lock.withLock {
      guard isStillMissing() else { return .lookAgain }
      switch graph.request(id, by: thread, at: location) {
      case .create:
        cells[id] = cell
        return .create
      case .wait:
        lock.wait()
        graph.stopWaiting(thread)
        return .lookAgain
      case .cycle(let steps):
        return .cycle(
          Cycle(
            steps: steps.map { step in
              Cycle.Step(name: cells[step.cell]?.name ?? "?", location: step.place)
            }))
      }
    }
  }

  /// Whether a thread is creating the cell's value. Called under the lock.
  static func isCreating(_ cell: AnyValueCell) -> Bool { graph.isOwned(ObjectIdentifier(cell)) }

  /// Publishes what a creation made, and lets everyone look again who waits for it.
  static func finish(_ cell: AnyValueCell, publish: () -> Void) {
    let id = ObjectIdentifier(cell)
    let thread = ThreadID.current
    let fallback = lock.withLock {
      publish()
      defer { cell.cycleFallback = nil }
      graph.finish(id, by: thread)
      cells[id] = nil
      lock.wakeAll()
      return cell.cycleFallback
    }
    withExtendedLifetime(fallback) {}
  }
}

struct ThreadID: Hashable, Sendable {
  private let word: UInt

  static var current: ThreadID {
    #if canImport(Darwin)
      ThreadID(word: UInt(bitPattern: pthread_self()))
    #else
      ThreadID(word: UInt(pthread_self()))
    #endif
  }
}

/// Values that need each other, and what is said about it.
struct Cycle: Sendable {
  struct Step: Sendable {
    var name: String
    var location: SourceLocation
  }

  /// From a key to itself; each step but the first stands where the one before needs it.
  let steps: [Step]

  var message: String {
    let path = steps.map(\.name).joined(separator: " → ")
    let edges = zip(steps, steps.dropFirst()).map { needing, needed in
      "\n  \(needing.name) needs \(needed.name) at \(needed.location)"
    }
    return "Dependency cycle: \(path)" + edges.joined()
  }
}

/// What a reader that closed a cycle is given, while the cycle is under way.
enum CycleFallback {
  case evaluating
  case value(Any)
}

/// The key whose test value stands in for a value that needs itself.
struct ClosingCycle: Sendable {
  let key: ObjectIdentifier
  let message: String

  @TaskLocal static var current: ClosingCycle?

  static func stop<Key: TestDependencyKey>(_ closing: ClosingCycle, _ key: Key.Type) {
    $current.withValue(closing) { stop(ifClosing: key) }
  }

  /// Stops the program if the value of `key` that is being made would have to stand in for itself.
  static func stop<Key: TestDependencyKey>(ifClosing key: Key.Type) {
    guard let closing = current, closing.key == ObjectIdentifier(key) else { return }
    fatalError(
      """
      \(closing.message)
      Nothing can stand in for \(typeName(key)): it has no test value of its own, or one that needs it too. Break the \
      cycle, or give it one that stands alone.
      """)
  }
}

/// A type's name as its module's programmers write it.
func typeName(_ type: Any.Type) -> String {
  var name = String(reflecting: type)
  while let start = name.range(of: "(unknown context at $") {
    guard let end = name[start.upperBound...].firstIndex(of: ")") else { break }
    var next = name.index(after: end)
    if next < name.endIndex, name[next] == "." { next = name.index(after: next) }
    name.removeSubrange(start.lowerBound..<next)
  }
  if let dot = name.firstIndex(where: { $0 == "." || $0 == "<" }), name[dot] == "." {
    name.removeSubrange(...dot)
  }
  return name
}

extension String {
  fileprivate func range(of other: String) -> Range<Index>? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(other) {
        return index..<self.index(index, offsetBy: other.count)
      }
      index = self.index(after: index)
    }
    return nil
  }
}
