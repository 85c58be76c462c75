import CDependencyAtomics

/// What types have to do with each other, for hints in error texts.
enum TypeRelation {
  static func isSubclass(_ type: Any.Type, of other: Any.Type) -> Bool {
    guard let type = type as? AnyClass, let other = other as? AnyClass else { return false }
    var next: AnyClass? = _getSuperclass(type)
    while let ancestor = next {
      if ancestor == other { return true }
      next = _getSuperclass(ancestor)
    }
    return false
  }

  /// Whether a type that is no protocol conforms to each protocol of an existential type.
  ///
  /// An existential type's metadata is laid out by the stable ABI as kind, flags, number of protocols, an optional superclass,
  /// and the protocols' descriptors.
  static func conforms(_ type: Any.Type, to existential: Any.Type) -> Bool {
    guard let protocols = Self.protocols(of: existential), Self.protocols(of: type) == nil else {
      return false
    }
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    return protocols.allSatisfy { swift_conformsToProtocol(metadata, $0) != nil }
  }

  private static let existentialKind: UInt = 0x303
  private static let hasSuperclass: UInt32 = 0x4000_0000

  private static func protocols(of type: Any.Type) -> [UnsafeRawPointer]? {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let word = MemoryLayout<UInt>.size
    guard metadata.load(as: UInt.self) == existentialKind else { return nil }
    let flags = metadata.load(fromByteOffset: word, as: UInt32.self)
    let count = metadata.load(fromByteOffset: word + 4, as: UInt32.self)
    let first = word + 8 + (flags & hasSuperclass == 0 ? 0 : word)
    let descriptors = (0..<Int(count)).map {
      metadata.load(fromByteOffset: first + $0 * word, as: UInt.self)
    }
    // The lowest bit marks protocols of Objective-C, which have no descriptor; AnyObject and Any have no protocols.
    guard !descriptors.isEmpty, descriptors.allSatisfy({ $0 & 1 == 0 }) else { return nil }
    return descriptors.compactMap { UnsafeRawPointer(bitPattern: $0) }
  }
}
