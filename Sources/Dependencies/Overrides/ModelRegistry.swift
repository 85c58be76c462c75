import CDependencyAtomics
import DependencySupport
@_spi(Reflection) import Swift

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Knows the values of models: of those with a `@Dependency` by looking into them, of others by remembering them.
@usableFromInline
enum ModelRegistry {
  enum Found {
    case found(ValuesStorage?)
    case none
  }

  /// Remembers an object with the values that are bound, if it has none itself.
  @usableFromInline
  static func remember(_ object: AnyObject) {
    guard DependencyField.of(type(of: object)) == nil else { return }
    remembered.insert(object, with: DependencyValues._current.storage)
  }

  static func values(of model: AnyObject) -> Found {
    if let field = DependencyField.of(type(of: model)) { return .found(field.storage(in: model)) }
    return remembered.find(model)
  }

  private static let remembered = RememberedModels()

  /// The number of objects that are remembered, dead ones that were not swept yet included.
  static var count: Int { remembered.count }
}

// MARK: - Models with a @Dependency

extension Dependency: DependencyFieldValue {}

/// Marks the type of a field whose first word is a storage of values.
private protocol DependencyFieldValue {}

/// Where the objects of a class have their first `@Dependency`.
private struct DependencyField {
  let offset: Int

  /// The field of a class, its superclasses' included. It is looked for once per class.
  static func of(_ type: AnyClass) -> DependencyField? {
    let id = UInt(bitPattern: ObjectIdentifier(type))
    if let known = fields.find(id) { return known.map(DependencyField.init) }
    var found: DependencyField?
    _ = _forEachField(of: type, options: .init(rawValue: 1)) { _, offset, fieldType, _ in
      guard fieldType is any DependencyFieldValue.Type else { return true }
      found = DependencyField(offset: offset)
      return false
    }
    fields.insert(id, found?.offset)
    return found
  }

  private static let fields = FieldTable()

  func storage(in object: AnyObject) -> ValuesStorage? {
    let start = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    return withExtendedLifetime(object) {
      (start + offset).assumingMemoryBound(to: ValuesStorage?.self).pointee
    }
  }
}

/// What is known of classes, in an immutable dictionary that is read without a lock.
///
/// Sendable because the first word is written under the lock and read atomically. A dictionary that was replaced stays alive, since a
/// reader may still be looking into it.
private final class FieldTable: AtomicWords, @unchecked Sendable {
  private final class Known: Sendable {
    let offsets: [UInt: Int?]
    let replaced: Known?

    init(offsets: [UInt: Int?], replaced: Known?) {
      self.offsets = offsets
      self.replaced = replaced
    }
  }

  private let lock = Lock()

  private var known: Known? {
    let word = graft_load_acquire(firstWord)
    guard let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
    return Unmanaged<Known>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The offset of a class's field; nil where the class is not known yet, a nil inside where it has no such field.
  func find(_ id: UInt) -> Int?? { known?.offsets[id] }

  func insert(_ id: UInt, _ offset: Int?) {
    lock.withLock {
      let old = known
      var offsets = old?.offsets ?? [:]
      offsets[id] = .some(offset)
      let new = Unmanaged.passRetained(Known(offsets: offsets, replaced: old))
      if let old { Unmanaged.passUnretained(old).release() }
      graft_store_release(firstWord, UInt(bitPattern: new.toOpaque()))
    }
  }
}

// MARK: - Models without

/// Objects that were returned from an operation, with its values, for as long as they live.
///
/// Sendable because everything is under the lock.
private final class RememberedModels: @unchecked Sendable {
  private struct Entry {
    weak var object: AnyObject?
    var storage: ValuesStorage?
  }

  private let lock = Lock()
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var isSweeping = false

  /// How often dead objects are looked for, in milliseconds.
  private static let sweepInterval = 250
  /// How many entries are looked at before the lock is given up for a moment.
  private static let sweepStride = 4_096

  var count: Int { lock.withLock { entries.count } }

  func insert(_ object: AnyObject, with storage: ValuesStorage?) {
    let id = ObjectIdentifier(object)
    let replaced = lock.withLock { () -> Entry? in
      let replaced = entries.updateValue(Entry(object: object, storage: storage), forKey: id)
      if !isSweeping {
        isSweeping = true
        startSweeping()
      }
      return replaced
    }
    withExtendedLifetime(replaced) {}
  }

  func find(_ object: AnyObject) -> ModelRegistry.Found {
    lock.withLock {
      guard let entry = entries[ObjectIdentifier(object)], entry.object === object else {
        return .none
      }
      return .found(entry.storage)
    }
  }

  /// Starts a thread that lets go of what dead objects held, and ends when nothing is remembered.
  ///
  /// It is a thread of its own, not a task: a task would take part in the order that tests with a serial executor rely on.
  private func startSweeping() {
    let keep = Unmanaged.passRetained(self)
    #if canImport(Glibc) || canImport(Android)
      var thread: pthread_t = 0
    #else
      var thread: pthread_t?
    #endif
    let status = pthread_create(
      &thread, nil,
      { argument in
        #if canImport(Darwin)
          let models = Unmanaged<RememberedModels>.fromOpaque(argument).takeRetainedValue()
        #else
          guard let argument else { return nil }
          let models = Unmanaged<RememberedModels>.fromOpaque(argument).takeRetainedValue()
        #endif
        while models.sweep() {}
        return nil
      }, keep.toOpaque())
    guard status == 0 else {
      keep.release()
      isSweeping = false
      return
    }
    #if canImport(Glibc) || canImport(Android)
      pthread_detach(thread)
    #else
      if let thread { pthread_detach(thread) }
    #endif
  }

  /// Waits for the interval, then lets go of dead objects' values. Returns false once nothing is left.
  private func sweep() -> Bool {
    let ids = lock.withLock { () -> [ObjectIdentifier]? in
      lock.wait(milliseconds: Self.sweepInterval)
      guard !entries.isEmpty else {
        isSweeping = false
        return nil
      }
      return Array(entries.keys)
    }
    guard let ids else { return false }
    var start = 0
    while start < ids.count {
      let end = min(start + Self.sweepStride, ids.count)
      // An object whose other owners let go of it at this moment must not die, and run its deinitialiser, under the lock.
      var alive: [AnyObject] = []
      let dead = lock.withLock { () -> [Entry] in
        ids[start..<end].compactMap { id in
          guard let entry = entries[id] else { return nil }
          if let object = entry.object {
            alive.append(object)
            return nil
          }
          return entries.removeValue(forKey: id)
        }
      }
      withExtendedLifetime((dead, alive)) {}
      start = end
    }
    return true
  }
}
