import CBenchmarkSupport

/// One execution of a benchmark: how often the operation is repeated, and what happens around that.
struct Run: Sendable {
  let count: Int
  var start = Start.atOnce

  enum Start: Sendable {
    case atOnce
    /// When the other thread is as far.
    case together(StartLine)
    /// With a call of `benchmark_mark` before and after, for `instructions`.
    case marked
  }

  /// Repeats an operation, and sends each result into the black hole.
  @inline(__always)
  func measure<Result>(_ operation: () -> Result) -> Timing {
    begin()
    let wall = benchmark_wall_time()
    let thread = benchmark_thread_time()
    for _ in 0..<count { consume(operation()) }
    let timing = Timing(
      started: wall, threadTime: benchmark_thread_time() - thread, ended: benchmark_wall_time())
    end()
    return timing
  }

  @inline(never)
  private func begin() {
    switch start {
    case .atOnce: break
    case .together(let line): line.wait()
    case .marked: benchmark_mark()
    }
  }

  @inline(never)
  private func end() {
    if case .marked = start { benchmark_mark() }
  }
}

/// What the clocks said, in nanoseconds.
struct Timing: Sendable {
  var started: UInt64 = 0
  var threadTime: UInt64 = 0
  var ended: UInt64 = 0

  var wallTime: UInt64 { ended - started }
}

/// Where two threads wait for each other.
///
/// Sendable because the word is only ever touched atomically.
final class StartLine: @unchecked Sendable {
  private let word = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)

  init() { word.initialize(to: 0) }

  deinit { word.deallocate() }

  func wait() { benchmark_wait_for_other(word) }
}

/// Uses a value in a way that the optimiser knows nothing of.
@inline(__always)
func consume<Value>(_ value: Value) {
  withUnsafePointer(to: value) { benchmark_consume($0) }
}

/// Returns the value in a way that the optimiser knows nothing of.
@inline(never) @_optimize(none)
func opaque<Value>(_ value: Value) -> Value { value }
