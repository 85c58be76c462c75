import Dependencies
import Testing

@Suite struct FeatureTests {
  init() {
    prepareDependencies {
      // swift-format-ignore: NeverUseForceTry
      $0.defaultDatabase = try! DatabaseQueue("prepared")
    }
  }

  @Test func `a test can be prepared`() {
    @Dependency(\.defaultDatabase) var defaultDatabase
    #expect(defaultDatabase.path == "prepared")
  }

  @Test(arguments: [1, 2, 3])
  func `each argument of a parameterised test is prepared anew`(_ argument: Int) {
    @Dependency(\.defaultDatabase) var defaultDatabase
    #expect(defaultDatabase.path == "prepared")
  }
}

@Suite struct PreparingTests {
  @Test func `a key is prepared at most once`() {
    prepareDependencies { $0.defaultDatabase = try! DatabaseQueue("first") }
    withKnownIssue {
      prepareDependencies { $0.defaultDatabase = try! DatabaseQueue("second") }
    } matching: {
      "\($0)".contains("defaultDatabase")
    }
    @Dependency(\.defaultDatabase) var defaultDatabase
    #expect(defaultDatabase.path == "first")
  }

  @Test func `a key that was read is prepared too late`() {
    @Dependency(\.defaultDatabase) var defaultDatabase
    #expect(defaultDatabase.path == "test")
    withKnownIssue {
      prepareDependencies { $0.defaultDatabase = try! DatabaseQueue("late") }
    } matching: {
      "\($0)".contains("defaultDatabase")
    }
    #expect(defaultDatabase.path == "test")
  }

  @Test func `a key that is overridden cannot be prepared`() throws {
    try withDependencies {
      $0.defaultDatabase = try DatabaseQueue("override")
    } operation: {
      withKnownIssue {
        prepareDependencies { $0.defaultDatabase = try! DatabaseQueue("prepared") }
      } matching: {
        "\($0)".contains("defaultDatabase")
      }
      @Dependency(\.defaultDatabase) var defaultDatabase
      #expect(defaultDatabase.path == "override")
    }
  }
}
