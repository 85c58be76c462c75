import Dependencies
import DependenciesTestSupport
import DependencySupport
import Testing

@Suite(.serialized, .dependency(\.place, "suite"))
struct DependenciesTraitTests {
  @Dependency(\.place) var place
  @Dependency(\.counted) private var counted

  @Test func `a trait of the suite overrides for its tests`() {
    #expect(place == "suite")
  }

  @Test(.dependency(\.place, "test"))
  func `a trait of the test goes first`() {
    #expect(place == "test")
  }

  @Test(.dependencies { $0.place += " and update" })
  func `a trait starts from the values of the one around it`() {
    #expect(place == "suite and update")
  }

  @Test(arguments: 0..<5)
  func `each argument has default values of its own`(argument: Int) {
    #expect(counted.next() == 1)
  }

  @Test(.dependency(\.counted, Counted()), arguments: 0..<5)
  func `each argument has an override of its own`(argument: Int) {
    #expect(counted.next() == 1)
  }

  @Test(.dependency(Client(name: "trait")))
  func `a value that is its own key needs no path`() {
    @Dependency(Client.self) var client
    #expect(client.name == "trait")
  }

  @Test(.dependency(\.client, Client(name: "whole")))
  func `overriding a whole value does not make the one that it replaces`() {
    @Dependency(\.client) var client
    #expect(client.name == "whole")
    #expect(!Client.isMade)
  }

  @Test(.dependency(\.pair.first, 3))
  func `a part of a value is overridden on top of the default`() {
    @Dependency(\.pair) var pair
    #expect(pair.first == 3)
    #expect(pair.second == 2)
  }

  @Test(.dependency(\.number.last, 7))
  func `a part of the same type as the whole is no whole value`() {
    @Dependency(\.number) var number
    #expect(number == 127)
  }

  @Suite struct Nested {
    @Test func `nested suites have the values too`() {
      @Dependency(\.place) var place
      #expect(place == "suite")
    }

    @Test(.dependencies) func `a trait without a closure changes nothing inside another`() {
      @Dependency(\.place) var place
      #expect(place == "suite")
    }
  }

  @Test(.dependency(\.animal, Dog()))
  func `a value is read as the type that was put in`() {
    @Dependency(\.animal, as: Dog.self) var dog
    @Dependency(AnimalKey.self, as: Dog.self) var same
    #expect(dog.bark() == "Woof")
    #expect(same.bark() == "Woof")
  }

  #if os(Linux) || os(macOS)
    @Test func `a value of another type stops the process and says how to put one in`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        withDependencies {
          $0.animal = Cat()
        } operation: {
          @Dependency(\.animal, as: Dog.self) var dog
          _ = dog
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("is a Cat, not a Dog"))
    }
  #endif
}

private enum PlaceKey: TestDependencyKey {
  static var testValue: String { "default" }
}

private final class Counted: Sendable {
  private let count = LockIsolated(0)

  func next() -> Int {
    count.withValue {
      $0 += 1
      return $0
    }
  }
}

private enum CountedKey: TestDependencyKey {
  static var testValue: Counted { Counted() }
}

private struct Client: TestDependencyKey, Sendable {
  var name: String

  static let made = LockIsolated(false)
  static var isMade: Bool { made.value }

  static var testValue: Client {
    made.setValue(true)
    return Client(name: "default")
  }
}

private struct Pair: Sendable {
  var first = 1
  var second = 2
}

private enum PairKey: TestDependencyKey {
  static var testValue: Pair { Pair() }
}

private enum NumberKey: TestDependencyKey {
  static var testValue: Int { 120 }
}

extension Int {
  fileprivate var last: Int {
    get { self % 10 }
    set { self = self - self % 10 + newValue }
  }
}

private protocol Animal: Sendable {}
private struct Dog: Animal {
  func bark() -> String { "Woof" }
}
private struct Cat: Animal {}

private enum AnimalKey: TestDependencyKey {
  static var testValue: any Animal { Cat() }
}

extension DependencyValues {
  fileprivate var place: String {
    get { self[PlaceKey.self] }
    set { self[PlaceKey.self] = newValue }
  }

  fileprivate var counted: Counted {
    get { self[CountedKey.self] }
    set { self[CountedKey.self] = newValue }
  }

  fileprivate var client: Client {
    get { self[Client.self] }
    set { self[Client.self] = newValue }
  }

  fileprivate var pair: Pair {
    get { self[PairKey.self] }
    set { self[PairKey.self] = newValue }
  }

  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }

  fileprivate var animal: any Animal {
    get { self[AnimalKey.self] }
    set { self[AnimalKey.self] = newValue }
  }
}
