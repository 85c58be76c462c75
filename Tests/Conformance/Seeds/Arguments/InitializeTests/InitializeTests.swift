import Dependencies
import Testing

private enum HogeKey: DependencyKey {
  // The text's closure, and the class that is initialised later, as printed.
  typealias HogeCreate = (ParamA) -> Hoge
  static var liveValue: HogeCreate = { paramA in
    let hoge = Hoge()
    hoge.initialize(paramA: paramA)
    return hoge
  }
}

enum ParamA: Hashable { case paramA, paramB }

final class Hoge {
  lazy var paramA: ParamA = { preconditionFailure("initialize(paramA:) was not called") }()

  func initialize(paramA: ParamA) {
    self.paramA = paramA
  }
}

@Suite struct InitializeTests {
  @Test func `a class that is given its argument later works once it has it`() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(HogeKey.self) var hoge
      #expect(hoge(.paramB).paramA == .paramB)
    }
  }
}
