#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// How many tasks ``_Concurrency/Task/megaYield(count:)`` waits for by default: the environment variable
/// `TASK_MEGA_YIELD_COUNT`, between 0 and 10,000, or 20.
public let _defaultMegaYieldCount: Int = {
  let number = getenv("TASK_MEGA_YIELD_COUNT").flatMap { Int(String(cString: $0)) }
  return min(max(number ?? 20, 0), 10_000)
}()

extension Task where Success == Never, Failure == Never {
  /// Lets other tasks run, by waiting for a number of tasks of low priority that yield.
  ///
  /// It makes it likely, not certain, that other work has come to its next suspension.
  ///
  /// - Parameter count: How many tasks to wait for.
  public static func megaYield(count: Int = _defaultMegaYieldCount) async {
    for _ in 0..<count {
      await Task<Void, Never>.detached(priority: .background) { await Task.yield() }.value
    }
  }

  /// Waits until the task is cancelled.
  ///
  /// - Throws: `CancellationError`, when the task is cancelled.
  public static func never() async throws {
    for await _ in AsyncStream<Never>.never {}
    throw _Concurrency.CancellationError()
  }
}

extension Task where Failure == Never {
  /// Waits until the task is cancelled.
  ///
  /// - Returns: Never.
  /// - Throws: `CancellationError`, when the task is cancelled.
  public static func never() async throws -> Success {
    for await element in AsyncStream<Success>.never { return element }
    throw _Concurrency.CancellationError()
  }

  /// The task's result. The task is cancelled if whoever waits for it is.
  public var cancellableValue: Success {
    get async {
      await withTaskCancellationHandler {
        await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Task where Failure == any Error {
  /// The task's result, or the error that it throws. The task is cancelled if whoever waits for it is.
  public var cancellableValue: Success {
    get async throws {
      try await withTaskCancellationHandler {
        try await value
      } onCancel: {
        cancel()
      }
    }
  }
}

extension Result {
  /// The result of an asynchronous closure.
  ///
  /// - Parameter body: What to run.
  public init(catching body: () async throws(Failure) -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
