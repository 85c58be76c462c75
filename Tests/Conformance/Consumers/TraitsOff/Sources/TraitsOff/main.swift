import Dependencies

struct Greeter: Sendable {
  var greeting: @Sendable (String) -> String
}

extension Greeter: DependencyKey {
  static let liveValue = Greeter { "Hello, \($0)." }
}

extension DependencyValues {
  var greeter: Greeter {
    get { self[Greeter.self] }
    set { self[Greeter.self] = newValue }
  }
}

final class Host {
  @Dependency(\.greeter) private var greeter
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  func welcome(_ name: String) -> String { greeter.greeting(name) }
  func roll() -> Int { withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) } }
}

print(Host().welcome("Seoul"))
let host = withDependencies {
  $0.greeter.greeting = { "Bye, \($0)." }
} operation: {
  Host()
}
print(host.welcome("Osaka"))
print((1...6).contains(host.roll()))
print(Host().welcome("Seoul"))
print(ownNames() == ["1", "the program's own clock", "the program's own report: none"])
