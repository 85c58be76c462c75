public import CDependencyAtomics

/// The two references of a ``DependencyValues`` without a count of their own: what a read works with.
///
/// A read retains nothing. The bound values stay alive because their binding outlives whatever runs synchronously inside it,
/// captured ones because their wrapper is alive while it is read. So nothing of this type may be stored, nor kept across a
/// suspension.
@usableFromInline
struct BorrowedValues {
  @usableFromInline let storage: Unmanaged<ValuesStorage>?
  @usableFromInline let fallback: Unmanaged<ValuesStorage>?

  @inlinable @inline(__always)
  init(storage: Unmanaged<ValuesStorage>?, fallback: Unmanaged<ValuesStorage>?) {
    self.storage = storage
    self.fallback = fallback
  }

  /// Borrows values that the caller keeps alive.
  @inlinable @inline(__always)
  init(_ values: DependencyValues) {
    self = unsafeBitCast(values, to: BorrowedValues.self)
  }

  /// The same values, with counts of their own.
  @inlinable
  var retained: DependencyValues {
    unsafeBitCast(self, to: DependencyValues.self)
  }

  @inlinable @inline(__always)
  func isSame(as other: BorrowedValues) -> Bool {
    storage?.toOpaque() == other.storage?.toOpaque()
      && fallback?.toOpaque() == other.fallback?.toOpaque()
  }
}

// MARK: - What is bound

/// Reads the task-local of a key: where its value is, or nil where none is bound. `TaskLocal.get()` of the standard library
/// calls it and copies what is there.
@_silgen_name("swift_task_localValueGet")
@usableFromInline
func taskLocalValue(_ key: UnsafeRawPointer) -> UnsafeMutableRawPointer?

/// The key of ``DependencyValues/_current``: the address of its task-local, which is never freed.
@usableFromInline @inline(never)
func findCurrentKey() -> UnsafeRawPointer {
  let key = UnsafeRawPointer(Unmanaged.passUnretained(DependencyValues.$_current).toOpaque())
  graft_store_release(graft_current_key_word(), UInt(bitPattern: key))
  return key
}

extension BorrowedValues {
  /// What is bound here, as ``DependencyValues/_current`` would read it.
  @inlinable @inline(__always)
  static var bound: BorrowedValues {
    guard let place = taskLocalValue(key) else {
      return BorrowedValues(storage: nil, fallback: nil)
    }
    return place.assumingMemoryBound(to: BorrowedValues.self).pointee
  }

  @inlinable @inline(__always)
  static var key: UnsafeRawPointer {
    if let key = graft_current_key_if_known() { return key }
    return findCurrentKey()
  }

  /// What a read sees where these values are bound: they, or inside an accessor that reads for a wrapper, the wrapper's.
  @inlinable @inline(__always)
  var seen: BorrowedValues {
    guard let pointer = graft_read_frame() else { return self }
    let frame = pointer.assumingMemoryBound(to: ReadFrame.self)
    return frame.pointee.bound?.toOpaque() == storage?.toOpaque() ? frame.pointee.values : self
  }

  /// Whether these values are captured ones, with nothing in front of them.
  @_transparent @usableFromInline
  func has(_ captured: Unmanaged<ValuesStorage>?) -> Bool {
    // Compared as numbers: of optionals it would be a generic comparison.
    unsafeBitCast(storage, to: UInt.self) == unsafeBitCast(captured, to: UInt.self)
      && fallback == nil
  }

  /// These values with captured ones behind them.
  ///
  /// - Parameter made: A set that had to be made, which the caller releases when it is done with the values.
  @inlinable @inline(__always)
  func over(
    _ captured: Unmanaged<ValuesStorage>?, made: inout Unmanaged<ValuesStorage>?
  ) -> BorrowedValues {
    if has(captured) { return self }
    return overOther(captured, made: &made)
  }

  @usableFromInline @inline(never)
  func overOther(
    _ captured: Unmanaged<ValuesStorage>?, made: inout Unmanaged<ValuesStorage>?
  ) -> BorrowedValues {
    guard fallback == nil else {
      if captured == nil || captured?.toOpaque() == fallback?.toOpaque() { return self }
      made = retained.merged.map(Unmanaged.passRetained)
      return BorrowedValues(storage: made, fallback: captured)
    }
    guard let storage else { return BorrowedValues(storage: captured, fallback: nil) }
    return storage._withUnsafeGuaranteedRef { current in
      guard let captured else {
        return current.ownCache == nil
          ? self : BorrowedValues(storage: storage, fallback: Unmanaged.passUnretained(.root))
      }
      return captured._withUnsafeGuaranteedRef { other in
        if current.isStripped(as: other) { return self }
        let addsNothing =
          current.addsNothing && !current.isRecording && current.ownCache === other.ownCache
        return BorrowedValues(
          storage: addsNothing ? captured : storage, fallback: addsNothing ? nil : captured)
      }
    }
  }
}

// MARK: - Binding

extension ValuesStorage {
  /// Runs an operation with a set bound as ``DependencyValues/_current``.
  ///
  /// It does what `TaskLocal.withValue` of the standard library does, but hands the set over instead of a copy of it.
  @inlinable @inline(__always)
  static func bind<Result>(
    _ storage: Unmanaged<ValuesStorage>?, _ operation: () throws -> Result
  ) rethrows -> Result {
    var values = BorrowedValues(storage: storage, fallback: nil)
    graft_push_task_local(
      BorrowedValues.key, &values, unsafeBitCast(DependencyValues.self, to: UnsafeRawPointer.self))
    defer { graft_pop_task_local() }
    return try operation()
  }
}

// MARK: - The way to a value that exists

extension BorrowedValues {
  /// Where the value of a key is, if it is overridden or its shared default exists, found without a lock.
  ///
  /// The search knows nothing of the value's type, so that nothing on it is generic: in a debug build, where generic code is
  /// not specialised, that is most of what it would cost. The caller knows from the key what is there. It is there as long
  /// as what these values refer to.
  ///
  /// - Parameter key: The address of the key's type.
  @inlinable @inline(__always)
  func existingPlace(_ key: UInt) -> UnsafeRawPointer? {
    guard let storage else {
      guard let fallback else {
        return AnyValueCell.readyPlace(
          key, in: graft_root_word(), passing: AnyValueCell.isSensitive)
      }
      return fallback._withUnsafeGuaranteedRef { $0.existingPlace(key) }
    }
    guard fallback == nil else { return existingPlaceInBoth(key) }
    return storage._withUnsafeGuaranteedRef { $0.existingPlace(key) }
  }

  /// The same, where current and captured values are seen together.
  @inlinable
  func existingPlaceInBoth(_ key: UInt) -> UnsafeRawPointer? {
    guard let storage, let fallback, !isRecording else { return nil }
    if let place = storage._withUnsafeGuaranteedRef({ $0.overridePlace(key) }) { return place }
    return fallback._withUnsafeGuaranteedRef { fallback in
      if let place = fallback.overridePlace(key) { return place }
      return setsContext ? nil : AnyValueCell.readyPlace(key, in: fallback.tableWord, passing: 0)
    }
  }

  /// Whether a default value is created with these values, or was with those that they are derived from.
  @inlinable @inline(__always)
  var isRecording: Bool {
    (storage?._withUnsafeGuaranteedRef { $0.isRecording } ?? false)
      || (fallback?._withUnsafeGuaranteedRef { $0.isRecording } ?? false)
  }

  @usableFromInline
  var setsContext: Bool { storage?._withUnsafeGuaranteedRef { $0.context != nil } ?? false }
}
