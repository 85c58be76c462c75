import Dependencies

enum Sizes {
  static let sizes = [
    Size(name: "size.dependency", bytes: MemoryLayout<Dependency<Int>>.size)
  ]
}
