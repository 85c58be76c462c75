import Dependencies
import DependenciesTestSupport
import Testing
import XCTest

struct Prices: Sendable {
  var price: @Sendable (_ article: String) async throws -> Int
}

extension Prices: DependencyKey {
  static let liveValue = Prices { _ in 0 /* asks the server */ }
  static var testValue: Prices { Prices(price: unimplemented("Prices.price")) }
}

extension DependencyValues {
  var prices: Prices {
    get { self[Prices.self] }
    set { self[Prices.self] = newValue }
  }
}

@MainActor final class Cart {
  @Dependency(\.prices) private var prices
  @Dependency(\.continuousClock) private var clock
  private(set) var total = 0
  private(set) var isSaved = false

  func add(_ article: String) async throws {
    total += try await prices.price(article)
  }

  func saveLater() async throws {
    try await clock.sleep(for: .seconds(10))
    isSaved = true
  }
}

@MainActor @Suite struct CartTests {
  @Test func addsThePrice() async throws {
    let cart = withDependencies {
      $0.prices.price = { _ in 3 }
    } operation: {
      Cart()
    }
    try await cart.add("apple")
    #expect(cart.total == 3)
  }
}

@MainActor
@Suite(.dependency(\.prices, Prices { _ in 3 }))
struct CartTraitTests {
  let cart = Cart()

  @Test func addsThePrice() async throws {
    try await cart.add("apple")
    #expect(cart.total == 3)
  }

  @Test(.dependencies { $0.prices.price = { _ in 4 } })
  func addsAnotherPrice() async throws {
    try await cart.add("apple")
    #expect(cart.total == 4)
  }
}

@MainActor
@Suite(.dependency(\.continuousClock, TestClock()))
struct CartClockTests {
  @Dependency(\.continuousClock, as: TestClock<Duration>.self) var clock

  @Test func savesLater() async throws {
    let cart = Cart()
    let task = Task { try await cart.saveLater() }
    await clock.advance(by: .seconds(9))
    #expect(!cart.isSaved)
    await clock.advance(by: .seconds(1))
    try await task.value
    #expect(cart.isSaved)
  }
}

final class CartXCTests: XCTestCase {
  override func invokeTest() {
    withDependencies {
      $0.prices.price = { _ in 3 }
    } operation: {
      super.invokeTest()
    }
  }

  @MainActor func testAddsThePrice() async throws {
    let cart = Cart()
    try await cart.add("apple")
    XCTAssertEqual(cart.total, 3)
  }

  @MainActor func testAddsAnotherPrice() async throws {
    try await withDependencies {
      $0.prices.price = { _ in 4 }
    } operation: {
      let cart = Cart()
      try await cart.add("apple")
      XCTAssertEqual(cart.total, 4)
    }
  }
}

func discount(_ percent: Int) -> Int {
  guard (0...100).contains(percent) else {
    reportIssue("A discount is between 0 and 100, not \(percent).")
    return 0
  }
  return percent
}

@Suite struct DiscountTests {
  @Test func refusesTooMuch() {
    withExpectedIssue {
      _ = discount(101)
    }
    expectReportsIssue {
      #expect(discount(101) == 0)
    } matching: { issue in
      issue.description.contains("not 101")
    }
  }
}

struct IssueList: IssueReporter {
  let texts = LockIsolated<[String]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    let text = message() ?? "no message"
    texts.withValue { $0.append(text) }
  }
}

@Suite struct IssueListTests {
  @Test func keepsWhatIsReported() {
    let list = IssueList()
    let percent = withIssueReporters([list]) { discount(-1) }
    #expect(percent == 0)
    #expect(list.texts.value == ["A discount is between 0 and 100, not -1."])
  }
}

final class Visits: TestDependencyKey, Sendable {
  private let count = LockIsolated(0)

  static var testValue: Visits { Visits() }

  func next() -> Int {
    count.withValue {
      $0 += 1
      return $0
    }
  }
}

@Suite struct VisitTests {
  @Test(arguments: ["a", "b", "c"]) func everyArgumentIsTheFirst(page: String) {
    @Dependency(Visits.self) var visits
    #expect(visits.next() == 1)
  }
}

@Suite struct EscapingTests {
  @Test func carriesTheOverrides() async throws {
    let price = try await withDependencies {
      $0.prices.price = { _ in 3 }
    } operation: {
      try await withEscapedDependencies { dependencies in
        try await Task.detached {
          try await dependencies.yield {
            @Dependency(\.prices) var prices
            return try await prices.price("apple")
          }
        }.value
      }
    }
    #expect(price == 3)
  }
}

@MainActor @Suite(.serialized) struct TickTests {
  @Test func ticks() async {
    await withMainSerialExecutor {
      let clock = TestClock()
      let ticks = LockIsolated(0)
      let task = Task {
        for await _ in clock.timer(interval: .seconds(1)) {
          ticks.withValue { $0 += 1 }
        }
      }
      await clock.advance(by: .seconds(3))
      #expect(ticks.value == 3)
      task.cancel()
      await task.value
    }
  }
}
