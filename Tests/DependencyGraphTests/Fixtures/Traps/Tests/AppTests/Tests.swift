import App
import Clients
import Dependencies
import DependenciesTestSupport
import TestSupport
import Testing
import XCTest

final class HomeTests: AppTestCase {
  func testAppears() async {
    let model = HomeModel()
    await model.appeared()
  }
}

final class SetUpTests: XCTestCase {
  var model: HomeModel!
  override func setUp() async throws {
    model = withDependencies {
      $0.date.now = .distantPast
      $0.uuid = .incrementing
      $0.continuousClock = TestClock()
    } operation: {
      HomeModel()
    }
  }
  func testAppears() async { await model.appeared() }
}

@Suite(
  .dependencies {
    $0.date.now = .distantPast
    $0.uuid = .incrementing
  })
struct SuiteTests {
  let model = HomeModel()
  @Test func appears() async { await model.appeared() }
  @Test(.dependency(\.weather, .previewValue)) func appearsAgain() async {
    let model = HomeModel()
    await model.appeared()
  }
  @Suite struct Nested {
    @Test func appears() async { await HomeModel().appeared() }
  }
}

extension Trait where Self == _DependenciesTrait {
  static var app: Self {
    .dependencies {
      $0.date.now = .distantPast; $0.uuid = .incrementing
    }
  }
}

@Suite(.app) struct OwnTraitTests {
  @Test func appears() async { await HomeModel().appeared() }
}

@Test func helper() async {
  await withApp {
    let model = HomeModel()
    await model.appeared()
  }
}

@Test func escaping() async {
  let task = Task.detached { 1 }
  await withDependencies {
    $0.date.now = .distantPast; $0.uuid = .constant(UUID())
  } operation: {
    await HomeModel().appeared()
  }
  _ = await task.value
}

@Test func onlyChecks() {
  // The test does not make the model read the dependency.
  let model = HomeModel()
  #expect(model.temperature == nil)
}
