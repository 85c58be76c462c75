import Dependencies

enum NumberKey: DependencyKey {
  static let liveValue = 42
  static let testValue = 0
}

extension DependencyValues {
  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

final class NumberModel {
  @Dependency(\.number) var number
}

final class NumberByKeyModel {
  @Dependency(NumberKey.self) var number
}

/// A model with no `@Dependency` of its own.
final class PlainModel {}
