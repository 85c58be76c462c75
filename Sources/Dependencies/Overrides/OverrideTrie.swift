/// A persistent set of overrides: a hash array mapped trie of sixteen branches, whose writes copy the nodes on one path.
///
/// P. Bagwell, "Ideal Hash Trees" (2001).
@usableFromInline
struct OverrideTrie: Sendable {
  private let root: Node

  private enum Child: Sendable {
    case leaf(AnyOverride)
    case node(Node)
  }

  private final class Node: Sendable {
    let bitmap: UInt16
    let children: [Child]

    init(bitmap: UInt16, children: [Child]) {
      self.bitmap = bitmap
      self.children = children
    }

    func position(of bit: UInt16) -> Int { (bitmap & (bit &- 1)).nonzeroBitCount }
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
    var node = root
    var shift = 0
    while true {
      let bit = Self.bit(hash, shift)
      guard node.bitmap & bit != 0 else { return nil }
      switch node.children[node.position(of: bit)] {
      case .leaf(let override):
        return override.key == key ? Unmanaged.passUnretained(override) : nil
      case .node(let next):
        node = next
        shift += 4
      }
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
