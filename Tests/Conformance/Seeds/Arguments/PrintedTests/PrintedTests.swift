import Dependencies
import Testing

// The class of the text, as printed. In this module its name hides that of the package.
final class DependencyValueContainer<Value, Argument> where Argument: Hashable {
  fileprivate var values: [Argument: Value] = [:]
  var create: (Argument) -> Value

  public init(create: @escaping (Argument) -> Value) {
    self.create = create
  }

  public subscript(argument: Argument) -> Value {
    if let value = values[argument] {
      return value
    }

    let newValue = create(argument)
    values[argument] = newValue
    return newValue
  }
}

private enum HogeContainerKey: DependencyKey {
  static var liveValue: DependencyValueContainer<Hoge, ParamA> {
    DependencyValueContainer { argument in
      return Hoge(argument: argument)
    }
  }
}

extension DependencyValues {
  var hoge: DependencyValueContainer<Hoge, ParamA> {
    get { self[HogeContainerKey.self] }
    set { self[HogeContainerKey.self] = newValue }
  }
}

enum ParamA: Hashable { case paramA, paramB }

final class Hoge {
  let argument: ParamA

  init(argument: ParamA) {
    self.argument = argument
  }
}

@Suite struct PrintedTests {
  @Test func `the text's own container gives each argument one value`() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.hoge[.paramA]) var hoge
      @Dependency(\.hoge[.paramA]) var again
      @Dependency(\.hoge[.paramB]) var other
      #expect(hoge.argument == .paramA)
      #expect(hoge === again)
      #expect(other.argument == .paramB)
    }
  }
}
