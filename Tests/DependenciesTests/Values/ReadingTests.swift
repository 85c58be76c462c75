import Dependencies
import Testing

private enum NumberKey: DependencyKey {
  static let liveValue = 42
  static let testValue = 7
}

private enum NameKey: DependencyKey {
  static var liveValue: String { "live" }
  static var testValue: String { "test" }
}

private enum OptionalKey: DependencyKey {
  static let liveValue: Int? = 1
  static let testValue: Int? = 2
}

extension DependencyValues {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }

  fileprivate var name: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }

  fileprivate var optional: Int? {
    get { self[OptionalKey.self] }
    set { self[OptionalKey.self] = newValue }
  }

  fileprivate var sentence: String {
    @Dependency(\.name) var name
    @Dependency(NumberKey.self) var number
    return "\(name) \(number)"
  }
}

private final class Model {
  @Dependency(\.number) var number
  @Dependency(NameKey.self) var name
  @Dependency(\.name.count) var nameLength
  @Dependency(\.sentence) var sentence
}

@Suite struct ReadingTests {
  @Test func `a wrapper takes 40 bytes`() {
    #expect(MemoryLayout<Dependency<Int>>.size == 40)
    #expect(MemoryLayout<Dependency<[String: Any]>>.size == 40)
  }

  @Test func `defaults are those of the test context`() {
    let model = Model()
    #expect(model.number == 7)
    #expect(model.name == "test")
    #expect(model.nameLength == 4)
  }

  @Test func `an override is seen by key path, by type, by member and through an accessor`() {
    withDependencies {
      $0.number = 1
      $0[NameKey.self] = "override"
    } operation: {
      let model = Model()
      #expect(model.number == 1)
      #expect(model.name == "override")
      #expect(model.nameLength == 8)
      #expect(model.sentence == "override 1")
    }
  }

  @Test func `an override does not leak out of its scope`() {
    withDependencies {
      $0.number = 1
    } operation: {
      @Dependency(\.number) var number
      #expect(number == 1)
    }
    @Dependency(\.number) var number
    #expect(number == 7)
  }

  @Test func `a model keeps the overrides that it was made under`() {
    let model = withDependencies {
      $0.number = 1
      $0.name = "kept"
    } operation: {
      Model()
    }
    #expect(model.number == 1)
    #expect(model.name == "kept")
    #expect(model.sentence == "kept 1")
  }

  @Test func `current overrides win over captured ones, key by key`() {
    let model = withDependencies {
      $0.number = 1
      $0.name = "kept"
    } operation: {
      Model()
    }
    withDependencies {
      $0.number = 2
    } operation: {
      #expect(model.number == 2)
      #expect(model.name == "kept")
      #expect(model.sentence == "kept 2")
    }
  }

  @Test func `nil is an override like any other`() {
    withDependencies {
      $0.optional = nil
    } operation: {
      @Dependency(\.optional) var optional
      #expect(optional == nil)
    }
    @Dependency(\.optional) var optional
    #expect(optional == 2)
  }

  @Test(arguments: [1, 2, 3, 10, 32, 33, 34, 100, 1_000])
  func `any number of overrides is found again`(count: Int) {
    func nest(_ depth: Int, _ body: () -> Void) {
      guard depth < count else { return body() }
      withDependencies {
        _ = override(depth, &$0)
      } operation: {
        nest(depth + 1, body)
      }
    }
    nest(0) {
      for index in 0..<count { #expect(read(index) == index) }
    }
  }
}

// Generic types give as many keys as a test wants.
private protocol Digit { static var value: Int { get } }
private enum Zero: Digit { static var value: Int { 0 } }
private enum Next<D: Digit>: Digit { static var value: Int { D.value + 1 } }
private enum Pair<A: Digit, B: Digit>: DependencyKey {
  static var liveValue: Int { -1 }
  static var testValue: Int { -1 }
}

private func digit(_ index: Int) -> any Digit.Type {
  var type: any Digit.Type = Zero.self
  for _ in 0..<index { type = next(type) }
  return type
}

private func next(_ type: any Digit.Type) -> any Digit.Type {
  func open<D: Digit>(_: D.Type) -> any Digit.Type { Next<D>.self }
  return open(type)
}

private func key(_ index: Int) -> any DependencyKey<Int>.Type {
  func open<A: Digit, B: Digit>(_: A.Type, _: B.Type) -> any DependencyKey<Int>.Type {
    Pair<A, B>.self
  }
  return open(digit(index / 32), digit(index % 32))
}

private func override(_ index: Int, _ values: inout DependencyValues) -> Int {
  func open<K: DependencyKey<Int>>(_: K.Type) { values[K.self] = index }
  open(key(index))
  return index
}

private func read(_ index: Int) -> Int {
  func open<K: DependencyKey<Int>>(_: K.Type) -> Int {
    @Dependency(K.self) var value
    return value
  }
  return open(key(index))
}
