import Dependencies

/// A thousand keys: one for each choice of three digits.
enum ManyKey<Hundreds: Digit, Tens: Digit, Ones: Digit>: DependencyKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 0 }
}

extension DependencyValues {
  mutating func overrideManyKeys(_ count: Int) {
    for number in 0..<count {
      let hundreds: any Digit.Type = digits[number / 100 % 10]
      hundreds.override(digits[number / 10 % 10], digits[number % 10], in: &self)
    }
  }
}

protocol Digit {}

// Each step opens one type: a call that opens all three at once takes the compiler minutes.
extension Digit {
  fileprivate static func override(
    _ tens: any Digit.Type, _ ones: any Digit.Type, in values: inout DependencyValues
  ) {
    tens.override(hundreds: self, ones, in: &values)
  }

  private static func override<Hundreds: Digit>(
    hundreds: Hundreds.Type, _ ones: any Digit.Type, in values: inout DependencyValues
  ) {
    ones.override(hundreds: hundreds, tens: self, in: &values)
  }

  private static func override<Hundreds: Digit, Tens: Digit>(
    hundreds: Hundreds.Type, tens: Tens.Type, in values: inout DependencyValues
  ) {
    values[ManyKey<Hundreds, Tens, Self>.self] = 1
  }
}

private enum Zero: Digit {}
private enum One: Digit {}
private enum Two: Digit {}
private enum Three: Digit {}
private enum Four: Digit {}
private enum Five: Digit {}
private enum Six: Digit {}
private enum Seven: Digit {}
private enum Eight: Digit {}
private enum Nine: Digit {}

private var digits: [any Digit.Type] {
  [
    Zero.self, One.self, Two.self, Three.self, Four.self, Five.self, Six.self, Seven.self,
    Eight.self,
    Nine.self,
  ]
}
