import Dependencies
import Foundation
import Testing

final class ParentModel {
  @Dependency(\.apiClient) var apiClient
  @Dependency(\.myCustomValue) var myCustomValue
}

final class ChildModel {
  @Dependency(\.apiClient) var apiClient
  @Dependency(\.myCustomValue) var myCustomValue
}

final class PlainModel {}

@Suite struct OverridingTests {
  @Test func `withDependencies returns what its operation returns`() async {
    let year = withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 1_234_567_890)
    } operation: {
      // References to date in here are pinned to 1234567890.
      @Dependency(\.date.now) var now
      return now.timeIntervalSince1970
    }
    #expect(year == 1_234_567_890)

    let later = await withDependencies {
      await Task.yield()
      $0.date.now = Date(timeIntervalSince1970: 1_234_567_891)
    } operation: {
      await Task.yield()
      @Dependency(\.date.now) var now
      return now.timeIntervalSince1970
    }
    #expect(later == 1_234_567_891)
  }

  @Test func `a child made from a parent has its dependencies and the further overrides`() {
    let parent = withDependencies {
      $0.myCustomValue = "parent's"
    } operation: {
      ParentModel()
    }
    let child = withDependencies(from: parent) {
      $0.apiClient = .mock
    } operation: {
      ChildModel()
    }
    #expect(child.myCustomValue == "parent's")
    #expect(child.apiClient.name == "mock")
    #expect(parent.apiClient.name == "test")
  }

  @Test func `the update closure is left out when nothing changes`() async {
    let parent = withDependencies {
      $0.myCustomValue = "parent's"
    } operation: {
      ParentModel()
    }
    #expect(withDependencies(from: parent) { ChildModel() }.myCustomValue == "parent's")
    let child = await withDependencies(from: parent) {
      await Task.yield()
      return ChildModel()
    }
    #expect(child.myCustomValue == "parent's")
  }

  @Test func `a model without a dependency that was returned from withDependencies is enough`() {
    let parent = withDependencies {
      $0.myCustomValue = "parent's"
    } operation: {
      PlainModel()
    }
    let child = withDependencies(from: parent) { ChildModel() }
    #expect(child.myCustomValue == "parent's")
  }

  @Test func `a model with neither is an issue`() {
    let parent = PlainModel()
    withKnownIssue {
      withDependencies(from: parent) {
        $0.apiClient = .mock
      } operation: {
        #expect(ChildModel().apiClient.name == "test")
      }
    } matching: {
      "\($0)".contains("PlainModel")
    }
  }
}
