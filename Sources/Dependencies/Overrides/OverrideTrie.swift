/// A persistent set of overrides: a hash array mapped trie of sixteen branches, whose writes copy the nodes on one path.
///
/// P. Bagwell, "Ideal Hash Trees" (2001).
@usableFromInline
struct OverrideTrie: Sendable {
  private let root: Node

  private enum Child {
    case leaf(AnyOverride)
    case node(Node)
  }

  /// Its children are retained words, so that a look-up retains nothing on its way.
  ///
  /// Sendable because it is immutable.
  private final class Node: @unchecked Sendable {
    let bitmap: UInt16
    /// Which of the children are overrides, and not nodes.
    let leaves: UInt16
    private let words: UnsafeMutablePointer<Unmanaged<AnyObject>>

    /// - Parameters:
    ///   - bitmap: A bit for each child.
    ///   - children: The children, in the order of their bits.
    init(bitmap: UInt16, children: [Child]) {
      self.bitmap = bitmap
      words = .allocate(capacity: children.count)
      var leaves: UInt16 = 0
      var rest = bitmap
      for (position, child) in children.enumerated() {
        let bit = rest & ~(rest &- 1)
        rest &= ~bit
        switch child {
        case .leaf(let override):
          leaves |= bit
          (words + position).initialize(to: Unmanaged.passRetained(override))
        case .node(let node):
          (words + position).initialize(to: Unmanaged.passRetained(node))
        }
      }
      self.leaves = leaves
    }

    deinit {
      for position in 0..<bitmap.nonzeroBitCount { words[position].release() }
      words.deallocate()
    }

    func position(of bit: UInt16) -> Int { (bitmap & (bit &- 1)).nonzeroBitCount }

    /// The child of a bit that is set.
    func word(of bit: UInt16) -> Unmanaged<AnyObject> { words[position(of: bit)] }

    var children: [Child] {
      var children: [Child] = []
      var rest = bitmap
      while rest != 0 {
        let bit = rest & ~(rest &- 1)
        rest &= ~bit
        let object = word(of: bit).takeUnretainedValue()
        children.append(
          leaves & bit != 0
            ? .leaf(unsafeDowncast(object, to: AnyOverride.self))
            : .node(unsafeDowncast(object, to: Node.self)))
      }
      return children
    }
  }

  private init(root: Node) {
    self.root = root
  }

  init() {
    self.init(root: Node(bitmap: 0, children: []))
  }

  private static func bit(_ hash: UInt, _ shift: Int) -> UInt16 {
    1 << UInt16(truncatingIfNeeded: (hash >> UInt(shift)) & 15)
  }

  /// Keys differ in at least one bit, and this is one to one, so the trie ends where all bits are used up.
  private static func hash(_ key: UInt) -> UInt {
    let product = key &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
    return product ^ (product >> UInt(UInt.bitWidth / 2))
  }

  func find(_ key: UInt) -> Unmanaged<AnyOverride>? {
    let hash = Self.hash(key)
    var node = Unmanaged.passUnretained(root)
    var shift = 0
    while true {
      let bit = Self.bit(hash, shift)
      let (child, isLeaf) = node._withUnsafeGuaranteedRef { node in
        node.bitmap & bit == 0 ? (nil, false) : (node.word(of: bit), node.leaves & bit != 0)
      }
      guard let place = child?.toOpaque() else { return nil }
      if isLeaf {
        let override = Unmanaged<AnyOverride>.fromOpaque(place)
        return override._withUnsafeGuaranteedRef { $0.key } == key ? override : nil
      }
      node = Unmanaged<Node>.fromOpaque(place)
      shift += 4
    }
  }

  func inserting(_ override: AnyOverride) -> OverrideTrie {
    OverrideTrie(root: Self.inserting(override, Self.hash(override.key), into: root, 0))
  }

  private static func inserting(
    _ override: AnyOverride, _ hash: UInt, into node: Node, _ shift: Int
  ) -> Node {
    let bit = bit(hash, shift)
    let position = node.position(of: bit)
    var children = node.children
    guard node.bitmap & bit != 0 else {
      children.insert(.leaf(override), at: position)
      return Node(bitmap: node.bitmap | bit, children: children)
    }
    switch children[position] {
    case .node(let next):
      children[position] = .node(inserting(override, hash, into: next, shift + 4))
    case .leaf(let other) where other.key == override.key:
      children[position] = .leaf(override)
    case .leaf(let other):
      let pair = Node(bitmap: Self.bit(Self.hash(other.key), shift + 4), children: [.leaf(other)])
      children[position] = .node(inserting(override, hash, into: pair, shift + 4))
    }
    return Node(bitmap: node.bitmap, children: children)
  }

  func forEach(_ body: (AnyOverride) -> Void) {
    Self.forEach(root, body)
  }

  private static func forEach(_ node: Node, _ body: (AnyOverride) -> Void) {
    for child in node.children {
      switch child {
      case .leaf(let override): body(override)
      case .node(let next): forEach(next, body)
      }
    }
  }
}
