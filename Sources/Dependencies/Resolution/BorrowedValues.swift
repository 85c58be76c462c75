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
    DependencyValues(
      storage: storage?.takeUnretainedValue(), fallback: fallback?.takeUnretainedValue())
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
    let key = UnsafeRawPointer(bitPattern: graft_load_acquire(graft_current_key_word()))
    guard let place = taskLocalValue(key ?? findCurrentKey()) else {
      return BorrowedValues(storage: nil, fallback: nil)
    }
    return place.assumingMemoryBound(to: BorrowedValues.self).pointee
  }

  /// What a read sees where these values are bound: they, or inside an accessor that reads for a wrapper, the wrapper's.
  @inlinable @inline(__always)
  var seen: BorrowedValues {
    guard let pointer = graft_read_frame() else { return self }
    let frame = pointer.assumingMemoryBound(to: ReadFrame.self)
    return frame.pointee.bound?.toOpaque() == storage?.toOpaque() ? frame.pointee.values : self
  }

  /// These values with captured ones behind them.
  ///
  /// - Parameter made: A set that had to be made, which the caller releases when it is done with the values.
  @inlinable @inline(__always)
  func over(
    _ captured: Unmanaged<ValuesStorage>?, made: inout Unmanaged<ValuesStorage>?
  ) -> BorrowedValues {
    if storage?.toOpaque() == captured?.toOpaque(), fallback == nil { return self }
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

// MARK: - The way to a value that exists

extension BorrowedValues {
  /// The value of a key, if it is overridden or its shared default exists, found without a lock.
  ///
  /// - Parameters:
  ///   - key: The address of the key's type.
  ///   - type: The type of the key's values, which the caller knows from the key: casts on this way are not checked.
  @inlinable @inline(__always)
  func existingValue<Value>(_ key: UInt, as type: Value.Type) -> Value? {
    guard let front = storage ?? fallback else {
      return Self.existingDefault(
        key, as: type, in: graft_root_word(), passing: AnyValueCell.isSensitive)
    }
    return front._withUnsafeGuaranteedRef { front in
      guard !front.isRecording else { return nil }
      if let value = front.value(key, as: type) { return value }
      guard storage == nil || fallback == nil else { return existingFallbackValue(key, as: type) }
      return Self.existingDefault(key, as: type, in: front.tableWord, passing: 0)
    }
  }

  /// The same, where current and captured values are seen together and the current ones do not override the key.
  @inlinable
  func existingFallbackValue<Value>(_ key: UInt, as type: Value.Type) -> Value? {
    guard let fallback else { return nil }
    return fallback._withUnsafeGuaranteedRef { fallback in
      guard !fallback.isRecording else { return nil }
      if let value = fallback.value(key, as: type) { return value }
      return setsContext
        ? nil : Self.existingDefault(key, as: type, in: fallback.tableWord, passing: 0)
    }
  }

  /// - Parameter passing: What a cell's state may say besides that it is ready.
  @inlinable @inline(__always)
  static func existingDefault<Value>(
    _ key: UInt, as type: Value.Type, in word: UnsafeMutablePointer<UInt>, passing: UInt
  ) -> Value? {
    guard let cell = findEntry(in: graft_load_acquire(word), key: key) else { return nil }
    return cell._withUnsafeGuaranteedRef { entry in
      let cell = unsafeDowncast(entry, to: ValueCell<Value>.self)
      guard cell.currentState & ~passing == AnyValueCell.isReady else { return nil }
      return cell.readyValue
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
