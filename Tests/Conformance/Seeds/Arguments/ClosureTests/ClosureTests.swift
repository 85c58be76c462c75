import Dependencies
import Testing

private enum HogeContainerKey: DependencyKey {
  typealias HogeCreate = @Sendable (ParamA) -> Hoge
  static var liveValue: HogeCreate {
    { paramA in
      Hoge(paramA)
    }
  }
}

extension DependencyValues {
  fileprivate var hoge: @Sendable (ParamA) -> Hoge {
    get { self[HogeContainerKey.self] }
    set { self[HogeContainerKey.self] = newValue }
  }
}

private enum ParamA: Hashable { case paramA, paramB }

private final class Hoge: Sendable {
  let paramA: ParamA

  init(_ paramA: ParamA) {
    self.paramA = paramA
  }
}

@Suite struct ClosureTests {
  @Test func `a closure makes another instance at each use`() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.hoge) var hoge
      #expect(hoge(.paramA).paramA == .paramA)
      #expect(hoge(.paramA) !== hoge(.paramA))
    }
  }

  @Test func `a closure is overridden for all arguments at once`() {
    withDependencies {
      $0.hoge = { _ in Hoge(.paramB) }
    } operation: {
      @Dependency(\.hoge) var hoge
      #expect(hoge(.paramA).paramA == .paramB)
    }
  }
}
