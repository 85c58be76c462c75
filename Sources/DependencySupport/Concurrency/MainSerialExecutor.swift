#if !os(WASI) && !os(Windows) && !os(Android)
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Runs an operation with all asynchronous work of the process on the main thread, one piece after another.
  ///
  /// It makes the order of suspensions predictable. It holds for the whole process until the operation ends, so tests
  /// that use it must not run in parallel with others.
  ///
  /// - Parameter operation: What to run.
  /// - Throws: What the operation throws.
  @MainActor
  public func withMainSerialExecutor(
    @_implicitSelfCapture operation: @isolated(any) () async throws -> Void
  ) async rethrows {
    let before = uncheckedUseMainSerialExecutor
    defer { uncheckedUseMainSerialExecutor = before }
    uncheckedUseMainSerialExecutor = true
    try await operation()
  }

  /// Runs an operation, for instance the call of a test's `invokeTest`, with all asynchronous work of the process on the
  /// main thread.
  ///
  /// - Parameter operation: What to run.
  /// - Throws: What the operation throws.
  public func withMainSerialExecutor(
    @_implicitSelfCapture operation: () throws -> Void
  ) rethrows {
    let before = uncheckedUseMainSerialExecutor
    defer { uncheckedUseMainSerialExecutor = before }
    uncheckedUseMainSerialExecutor = true
    try operation()
  }

  /// Whether all asynchronous work of the process runs on the main thread. Setting it affects the whole process; prefer
  /// ``withMainSerialExecutor(operation:)-(()->Void)``.
  public var uncheckedUseMainSerialExecutor: Bool {
    get { EnqueueHook.address?.pointee != nil }
    set { EnqueueHook.address?.pointee = newValue ? EnqueueHook.enqueueOnMain : nil }
  }

  /// The Swift runtime's hook through which every job for the global executor goes.
  private enum EnqueueHook {
    typealias Hook = @convention(c) (_ job: UnsafeRawPointer, _ original: UnsafeRawPointer) -> Void

    /// It is written by ``uncheckedUseMainSerialExecutor`` alone, whose documentation says that it is for tests that run
    /// on their own.
    nonisolated(unsafe) static let address: UnsafeMutablePointer<Hook?>? =
      RuntimeSymbol.find("swift_task_enqueueGlobal_hook")?
      .assumingMemoryBound(to: Hook?.self)

    static let enqueueOnMain: Hook = { job, _ in
      MainActor.shared.enqueue(unsafeBitCast(job, to: UnownedJob.self))
    }
  }
#endif
