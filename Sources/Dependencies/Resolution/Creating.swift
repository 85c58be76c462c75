/// A value that a creation made, and whom it belongs to.
struct CreatedValue<Value> {
  let value: Value
  /// The youngest of the overrides that it depends on; nil if it depends on none, and everyone may see it.
  let owner: AnyOverride?
  let reads: [OverriddenRead]
  let readKeys: Set<UInt>
  let origin: ValueOrigin
  let heldBackIssue: (@Sendable (SourceLocation) -> Void)?
}

extension DependencyValues {
  /// Makes the value of a cell whose turn was given to the caller.
  ///
  /// - Parameters:
  ///   - cell: The cell, which the caller owns in ``Creations``.
  ///   - subject: How the read that led here names the value.
  ///   - outer: The recorder of the creation that reads it, if one does.
  ///   - instance: The scope that the value lives in, if it lives in one.
  ///   - make: Makes the value, with what it reads recorded.
  ///   - publish: Keeps the value. It is called under the lock of ``Creations``.
  func create<Value>(
    in cell: AnyValueCell, for subject: ReadSubject, noting outer: Recorder?,
    inside instance: AnyOverride? = nil, make: () -> Value,
    publish: (CreatedValue<Value>) -> Void
  ) -> Value {
    let base = merged
    let recorder = Recorder(cell: cell, subject: subject, base: base)
    let value = Self.$_current.withValue(.forCreation(base, recorder: recorder)) {
      subject.location.withIssues(make)
    }
    let made = recorder.finish(with: value, in: cell, under: base, inside: instance)
    Creations.finish(cell) { publish(made) }
    outer?.note(reads: made.reads, keys: made.readKeys)
    return value
  }

  /// The values that a creation runs with.
  static func forCreation(_ base: ValuesStorage?, recorder: Recorder) -> DependencyValues {
    DependencyValues(
      storage: base?.forCreation(recorder: recorder)
        ?? ValuesStorage(cache: nil, recorder: recorder))
  }
}

extension Recorder {
  /// Ends the recording, and says what the value that was made depends on.
  func finish<Value>(
    with value: Value, in cell: AnyValueCell, under base: ValuesStorage?,
    inside instance: AnyOverride? = nil
  ) -> CreatedValue<Value> {
    let notes = finish()
    let readKeys = notes.readKeys.union([cell.key])
    var reads = notes.reads
    if cell.isDerived {
      // What it read through values that others share was overridden too, and makes it this scope's own.
      for key in readKeys where !reads.contains(where: { $0.key == key }) {
        guard let override = base?.find(key)?.takeUnretainedValue() else { continue }
        reads.append(OverriddenRead(key: key, identity: override.identity))
      }
    }
    if let instance, !reads.isEmpty {
      reads.append(OverriddenRead(key: instance.key, identity: instance.identity))
    }
    return CreatedValue(
      value: value,
      owner:
        reads
        .compactMap { base?.find($0.key)?.takeUnretainedValue() }
        .max { $0.number < $1.number },
      reads: reads, readKeys: readKeys,
      origin: ValueOrigin(
        kind: .created, location: subject.location, preparation: base?.preparation),
      heldBackIssue: notes.heldBackIssue)
  }
}
