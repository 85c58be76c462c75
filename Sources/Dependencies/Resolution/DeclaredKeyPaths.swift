import CDependencyAtomics
import DependencySupport

/// The key paths that a wrapper can read with without owning them, since they are kept for good.
///
/// An owned key path is retained while it is read with. One that is written without arguments is a single object for all the
/// wrappers of its declaration, and threads that retain one object hold each other up. A key path with arguments is made anew
/// for each wrapper. So a declaration's key path is kept if its second wrapper is made with the very object of the first; that
/// is at most one for each declaration, and every other one is owned.
enum DeclaredKeyPaths {
  private static let lock = Lock()
  private static let table = PublishedTable<DeclaredKeyPath>()

  static func keeps(_ keyPath: AnyKeyPath, declaredAt location: SourceLocation) -> Bool {
    let key = location.hash
    if let declared = table.find(key), let keeps = declared.keeps(keyPath) { return keeps }
    return lock.withLock {
      guard let declared = table.find(key) else {
        table.insert(DeclaredKeyPath(key: key, first: keyPath))
        return false
      }
      return declared.keeps(keyPath) ?? declared.decide(on: keyPath)
    }
  }
}

/// What is known of a declaration. Two of them that have the same hash share it, and at worst keep nothing.
///
/// Its first word is zero while its second wrapper was not made, the address of the key path that is kept, or ``keepsNone``.
///
/// Sendable because `first` is touched under the lock of ``DeclaredKeyPaths`` alone, and the word is written under it and read
/// atomically.
private final class DeclaredKeyPath: TableEntry, @unchecked Sendable {
  private weak var first: AnyKeyPath?

  private static var keepsNone: UInt { 1 }

  init(key: UInt, first: AnyKeyPath) {
    self.first = first
    super.init(key: key)
  }

  /// Whether a key path is kept; nil while that is undecided.
  func keeps(_ keyPath: AnyKeyPath) -> Bool? {
    let word = graft_load_acquire(firstWord)
    return word == 0
      ? nil : word == UInt(bitPattern: Unmanaged.passUnretained(keyPath).toOpaque())
  }

  func decide(on keyPath: AnyKeyPath) -> Bool {
    let isSame = first === keyPath
    first = nil
    let word =
      isSame
      ? UInt(bitPattern: Unmanaged.passRetained(keyPath).toOpaque()) : Self.keepsNone
    graft_store_release(firstWord, word)
    return isSame
  }
}
