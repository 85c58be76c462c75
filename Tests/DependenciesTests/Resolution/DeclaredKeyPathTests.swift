import Testing

@testable import Dependencies

/// A declaration is a place in a source, so each test makes up lines of its own.
@Suite struct DeclaredKeyPathTests {
  private final class Argument: Hashable, Sendable {
    static func == (left: Argument, right: Argument) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private func location(_ line: UInt) -> Dependencies.SourceLocation {
    Dependencies.SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
  }

  @Test func `a declaration's key path is kept from its second wrapper on`() {
    let path = \DependencyValues.declared
    #expect(!DeclaredKeyPaths.keeps(path, declaredAt: location(1_000_001)))
    #expect(DeclaredKeyPaths.keeps(path, declaredAt: location(1_000_001)))
    #expect(DeclaredKeyPaths.keeps(path, declaredAt: location(1_000_001)))
    #expect(!DeclaredKeyPaths.keeps(\DependencyValues.other, declaredAt: location(1_000_001)))
    #expect(DeclaredKeyPaths.keeps(path, declaredAt: location(1_000_001)))
  }

  @Test func `a declaration whose key paths differ keeps none`() {
    let path = \DependencyValues.declared
    #expect(!DeclaredKeyPaths.keeps(path, declaredAt: location(1_000_002)))
    #expect(!DeclaredKeyPaths.keeps(\DependencyValues.other, declaredAt: location(1_000_002)))
    #expect(!DeclaredKeyPaths.keeps(path, declaredAt: location(1_000_002)))
    #expect(!DeclaredKeyPaths.keeps(path, declaredAt: location(1_000_002)))
  }

  @Test func `what a key path has as an argument dies with its wrapper`() {
    weak var argument: Argument?
    for _ in 1...5 {
      let made = Argument()
      argument = made
      let dependency = Dependency(\.[made])
      #expect(dependency.wrappedValue == ObjectIdentifier(made))
    }
    #expect(argument == nil)
  }

  @Test func `each wrapper reads by its own key path, whichever of them is kept`() {
    func wrapper(_ path: any KeyPath<DependencyValues, Int> & Sendable) -> Dependency<Int> {
      Dependency(path)
    }
    for _ in 1...3 {
      #expect(wrapper(\.declared).wrappedValue == 1)
      #expect(wrapper(\.declared).wrappedValue == 1)
      #expect(wrapper(\.other).wrappedValue == 2)
    }
  }
}

extension DependencyValues {
  fileprivate var declared: Int { 1 }
  fileprivate var other: Int { 2 }
  fileprivate subscript<Argument: AnyObject>(argument: Argument) -> ObjectIdentifier {
    ObjectIdentifier(argument)
  }
}
