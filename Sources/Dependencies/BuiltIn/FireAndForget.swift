import DependencySupport

extension DependencyValues {
  /// Starts work that nobody waits for; in tests it is waited for, so that its effects can be asserted.
  public var fireAndForget: FireAndForget { self[FireAndForgetKey.self] }
}

/// Starts work that nobody waits for.
///
/// Outside tests a call starts a task and returns at once. In tests it returns when the task has ended; an error is an issue,
/// cancellation is not, and cancelling the caller does not cancel the work.
public struct FireAndForget: Sendable {
  /// What a call does with a task's name, its priority and its work.
  public let operation:
    @Sendable (String?, TaskPriority?, @Sendable @escaping () async throws -> Void) async -> Void

  /// Starts work.
  ///
  /// - Parameters:
  ///   - name: The name of the task, for debuggers.
  ///   - priority: The priority of the task.
  ///   - operation: The work.
  public func callAsFunction(
    name: String? = nil, priority: TaskPriority? = nil,
    @_inheritActorContext _ operation: @Sendable @escaping () async throws -> Void
  ) async {
    await self.operation(name, priority, operation)
  }
}

private enum FireAndForgetKey: DependencyKey {
  static var liveValue: FireAndForget {
    FireAndForget { name, priority, operation in
      Task(name: name, priority: priority) { try await operation() }
    }
  }

  static var testValue: FireAndForget {
    FireAndForget { name, priority, operation in
      await Task(name: name, priority: priority) {
        await withErrorReporting { try await operation() }
      }.value
    }
  }
}
