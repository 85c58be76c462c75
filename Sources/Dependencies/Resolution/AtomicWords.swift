public import CDependencyAtomics

/// Where a stored property of an object is: for as long as the object lives, since objects do not move.
///
/// The property is one of a final class, with its own storage and without observers, so that it is passed by its address.
@inlinable @inline(__always)
func place<Value>(of property: inout Value) -> UnsafeRawPointer {
  // What is empty has no place, and any address will do that is not null: nothing is read there.
  guard MemoryLayout<Value>.size > 0 else {
    return UnsafeRawPointer(UnsafeMutableRawPointer(graft_root_word()))
  }
  return withUnsafeMutablePointer(to: &property) { UnsafeRawPointer($0) }
}

/// An object with two words that are read and written atomically.
///
/// The words are the first stored properties of a class without a superclass, so they follow the object's header, which is two
/// words long on every platform. They are never touched as properties after `init`: an access through the property would be an
/// exclusive one, which atomic accesses are not. `AtomicWordsTests` holds the layout.
///
/// Sendable because it has nothing else.
@usableFromInline
class AtomicWords: @unchecked Sendable {
  private final var first: UInt = 0
  private final var second: UInt = 0

  @usableFromInline
  init() {}

  @inlinable @inline(__always)
  final var firstWord: UnsafeMutablePointer<UInt> {
    graft_word(Unmanaged.passUnretained(self).toOpaque(), 2)
  }

  @inlinable @inline(__always)
  final var secondWord: UnsafeMutablePointer<UInt> {
    graft_word(Unmanaged.passUnretained(self).toOpaque(), 3)
  }

  /// Publishes an object in a word, which retains it, unless another thread was first.
  ///
  /// - Returns: The object that is published.
  static func publishOnce<Object: AnyObject>(
    _ object: Object, in word: UnsafeMutablePointer<UInt>
  ) -> Unmanaged<Object> {
    let made = Unmanaged.passRetained(object)
    let mine = UInt(bitPattern: made.toOpaque())
    let published = graft_publish_once(word, mine)
    guard published != mine, let pointer = UnsafeRawPointer(bitPattern: published) else {
      return made
    }
    made.release()
    return Unmanaged.fromOpaque(pointer)
  }
}
