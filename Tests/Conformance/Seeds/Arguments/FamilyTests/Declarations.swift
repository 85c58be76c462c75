import Dependencies

private enum HogeContainerKey: DependencyKey {
  static var liveValue: DependencyValueContainer<Hoge, ParamA> {
    DependencyValueContainer { argument in
      return Hoge(argument: argument)
    }
  }
}

extension DependencyValues {
  public var hoge: DependencyValueContainer<Hoge, ParamA> {
    get { self[HogeContainerKey.self] }
    set { self[HogeContainerKey.self] = newValue }
  }
}

public enum ParamA: Hashable, Sendable { case paramA, paramB }

public final class Hoge: Sendable {
  public let argument: ParamA
  public let name: String

  public init(argument: ParamA, name: String = "live") {
    self.argument = argument
    self.name = name
  }
}

// The example of the text's beginning, `ref.watch(activityProvider('recreational'))`.
private enum ActivityKey: DependencyKey {
  static var liveValue: DependencyFamily<String, String> { DependencyFamily { "live \($0)" } }
  static var testValue: DependencyFamily<String, String> { DependencyFamily { "test \($0)" } }
}

extension DependencyValues {
  var activity: DependencyFamily<String, String> {
    get { self[ActivityKey.self] }
    set { self[ActivityKey.self] = newValue }
  }
}
