import DependencySupport
import Testing

@testable import Dependencies

private enum PathKey: DependencyKey {
  static var liveValue: String { "live" }
  static var testValue: String { "test" }
  static var previewValue: String { "preview" }
}

extension DependencyValues {
  fileprivate var path: String {
    get { self[PathKey.self] }
    set { self[PathKey.self] = newValue }
  }
}

@Suite struct PrepareTests {
  private func inFreshValues(
    _ values: DependencyValues = .live, _ body: () -> Void
  ) -> [String] {
    let collector = IssueCollector()
    collector.collect { DependencyValues.$_current.withValue(values, operation: body) }
    return collector.messages
  }

  @Test func `a prepared value is the default from then on`() {
    let messages = inFreshValues {
      let result = prepareDependencies {
        $0.path = "prepared"
        return 1
      }
      #expect(result == 1)
      @Dependency(\.path) var path
      #expect(path == "prepared")
      withDependencies {
        $0.path = "override"
      } operation: {
        #expect(path == "override")
      }
      #expect(path == "prepared")
    }
    #expect(messages == [])
  }

  @Test func `a key that was read is not prepared, and the issue says where it was read`() {
    var line: UInt = 0
    let messages = inFreshValues {
      line = #line + 1
      @Dependency(\.path) var path
      #expect(path == "live")
      prepareDependencies { $0.path = "late" }
      #expect(path == "live")
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("@Dependency(\\.path)") == true)
    #expect(
      messages.first?.contains("read at DependenciesTests/PrepareTests.swift:\(line)") == true)
  }

  @Test func `a key that was prepared is not prepared again, and the issue says where it was`() {
    var line: UInt = 0
    let messages = inFreshValues {
      line = #line + 1
      prepareDependencies { $0.path = "first" }
      prepareDependencies { $0.path = "second" }
      @Dependency(\.path) var path
      #expect(path == "first")
    }
    #expect(messages.count == 1)
    #expect(
      messages.first?.contains("prepared at DependenciesTests/PrepareTests.swift:\(line)") == true)
  }

  @Test func `a key that the running scope overrides is not prepared`() {
    let messages = inFreshValues {
      withDependencies {
        $0.path = "override"
      } operation: {
        prepareDependencies { $0.path = "prepared" }
      }
      @Dependency(\.path) var path
      #expect(path == "live")
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("overrides it at") == true)
  }

  @Test func `a part of a value can be prepared, and the same key twice in one closure`() {
    let messages = inFreshValues {
      prepareDependencies {
        $0.path.append("/one")
        $0.path.append("/two")
      }
      @Dependency(\.path) var path
      #expect(path == "live/one/two")
    }
    #expect(messages == [])
  }

  @Test func `preparing the context changes what everything later is read in`() {
    let messages = inFreshValues(DependencyValues()) {
      prepareDependencies { $0.context = .live }
      @Dependency(\.path) var path
      @Dependency(\.context) var context
      #expect(path == "live")
      #expect(context == .live)
    }
    #expect(messages == [])
  }

  @Test
  func `in previews a key that was read may still be prepared, and a second time is passed over`() {
    let messages = inFreshValues(.preview) {
      @Dependency(\.path) var path
      #expect(path == "preview")
      prepareDependencies { $0.path = "first" }
      #expect(path == "first")
      prepareDependencies { $0.path = "second" }
      #expect(path == "first")
    }
    #expect(messages == [])
  }

  @Test func `what an error cuts off stays prepared as far as it came`() {
    struct Failure: Error {}
    let messages = inFreshValues {
      #expect(throws: Failure.self) {
        try prepareDependencies {
          $0.path = "prepared"
          throw Failure()
        }
      }
      @Dependency(\.path) var path
      #expect(path == "prepared")
    }
    #expect(messages == [])
  }

  @Test func `the closure may be suspended`() async {
    await DependencyValues.$_current.withValue(.live) {
      await prepareDependencies {
        await Task.yield()
        $0.path = "prepared"
      }
      @Dependency(\.path) var path
      #expect(path == "prepared")
    }
  }
}
