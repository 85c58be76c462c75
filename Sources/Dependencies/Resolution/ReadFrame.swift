public import CDependencyAtomics

/// A read of a `@Dependency` whose accessor is running on this thread.
///
/// It lives on the reader's stack, and a thread-local slot points at the innermost one. It tells the reads that the accessor
/// makes which values the wrapper sees, and where the wrapper was declared, without binding a task-local. As soon as anything
/// else is bound (a scope is entered, a value is created) `bound` no longer fits, and the frame says nothing.
@usableFromInline
struct ReadFrame {
  @usableFromInline let bound: Unmanaged<ValuesStorage>?
  @usableFromInline let values: BorrowedValues
  @usableFromInline let declaration: SourceLocation

  @inlinable @inline(__always)
  init(
    bound: Unmanaged<ValuesStorage>?, values: BorrowedValues, declaration: SourceLocation
  ) {
    self.bound = bound
    self.values = values
    self.declaration = declaration
  }

  /// Applies a key path from `DependencyValues` to the values of the frame, inside it.
  ///
  /// The key path is told that it leads from `BorrowedValues`, which lie in memory as `DependencyValues` do, so that nothing is
  /// retained for it. It is applied by the runtime, which asks the key path itself what it leads from.
  ///
  /// - Parameter keyPath: A `KeyPath<DependencyValues, Value>`.
  @inlinable @inline(__always)
  func read<Value>(_ keyPath: AnyKeyPath) -> Value {
    let outer = graft_read_frame()
    return withUnsafePointer(to: self) { frame in
      graft_set_read_frame(UnsafeMutableRawPointer(mutating: frame))
      defer { graft_set_read_frame(outer) }
      // Unlike `unsafeDowncast` it does not look for the type of the key path at run time in a debug build.
      return values[
        keyPath: _unsafeUncheckedDowncast(keyPath, to: KeyPath<BorrowedValues, Value>.self)]
    }
  }

  /// Runs an operation that sees the bound values alone, even if they are those that a running accessor is bound to.
  @inlinable @inline(__always)
  static func leave<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = graft_read_frame()
    graft_set_read_frame(nil)
    defer { graft_set_read_frame(outer) }
    return try body()
  }

  /// The frame that belongs to the values that are bound now.
  static var current: ReadFrame? {
    guard let pointer = graft_read_frame() else { return nil }
    let frame = pointer.assumingMemoryBound(to: ReadFrame.self).pointee
    return frame.bound?.toOpaque() == BorrowedValues.bound.storage?.toOpaque() ? frame : nil
  }
}

/// An update closure that is running on this thread: where the function that runs it was called.
///
/// While it runs, a default value that is needed only to override a part of it reports nothing.
@usableFromInline
struct UpdateFrame: Sendable {
  let location: SourceLocation

  @usableFromInline
  init(location: SourceLocation) {
    self.location = location
  }

  static var current: UpdateFrame? {
    if let pointer = graft_update_frame() {
      return pointer.assumingMemoryBound(to: UpdateFrame.self).pointee
    }
    return asynchronous
  }

  /// The same for an update closure that can be suspended.
  private static var asynchronous: UpdateFrame? {
    graft_has_asynchronous_updates() ? suspendable : nil
  }

  @TaskLocal private static var suspendable: UpdateFrame?

  @inlinable @inline(__always)
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = graft_update_frame()
    return try withUnsafePointer(to: self) { frame in
      graft_set_update_frame(UnsafeMutableRawPointer(mutating: frame))
      defer { graft_set_update_frame(outer) }
      return try body()
    }
  }

  func run<Result>(
    isolation: isolated (any Actor)?, _ body: () async throws -> Result
  ) async rethrows -> Result {
    graft_note_asynchronous_update()
    return try await Self.$suspendable.withValue(self, operation: body, isolation: isolation)
  }

  /// Runs what an update prepared for: reads in it are ordinary ones.
  @inlinable @inline(__always)
  static func leave<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = graft_update_frame()
    graft_set_update_frame(nil)
    defer { graft_set_update_frame(outer) }
    return graft_has_asynchronous_updates() ? try leaveAsynchronous(body) : try body()
  }

  @usableFromInline
  static func leaveAsynchronous<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard suspendable != nil else { return try body() }
    return try $suspendable.withValue(nil, operation: body)
  }

  static func leave<Result>(
    isolation: isolated (any Actor)?, _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard asynchronous != nil else { return try await body() }
    return try await $suspendable.withValue(nil, operation: body, isolation: isolation)
  }
}
