import Dependencies
import DependenciesTestSupport
import Testing
import XCTest

@testable import App

@Test func loadsWithoutAnOverride() {
  let model = Model()
  model.load()
}

@Test func loadsWithAnOverride() {
  let model = withDependencies {
    $0.client = Client()
    $0.date.now = .distantPast
  } operation: {
    Model()
  }
  model.load()
}

@Test(.dependency(\.client, Client()), .dependency(\.date, .constant(.distantPast)))
func loadsWithTraits() {
  Model().load()
}

@Suite(
  .dependencies {
    $0.client = Client()
    $0.date.now = .distantPast
  })
struct ModelSuite {
  @Test func loads() { Model().load() }
}

final class ModelTests: XCTestCase {
  override func invokeTest() {
    withDependencies {
      $0[Client.self] = Client()
      $0.date.now = .distantPast
    } operation: {
      super.invokeTest()
    }
  }

  func testLoads() { Model().load() }
}

@Test func livesInTheLiveContext() {
  withDependencies {
    $0.context = .live
  } operation: {
    Model().stamp()
  }
}
