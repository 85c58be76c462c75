import DependencySupport
import Testing

@testable import Dependencies

private struct LiveOnly: DependencyKey, Sendable, Equatable {
  var name = "live"
  static var liveValue: LiveOnly { LiveOnly() }
}

private enum PreviewKey: DependencyKey {
  static var liveValue: Int { 1 }
  static var previewValue: Int { 2 }
}

private enum TestOnlyKey: TestDependencyKey {
  static var testValue: Int { 3 }
}

extension DependencyValues {
  fileprivate var liveOnly: LiveOnly {
    get { self[LiveOnly.self] }
    set { self[LiveOnly.self] = newValue }
  }
}

@Suite struct DefaultValueIssueTests {
  private func collect(_ values: DependencyValues = .test, _ body: () -> Void) -> IssueCollector {
    let collector = IssueCollector()
    collector.collect { DependencyValues.$_current.withValue(values, operation: body) }
    return collector
  }

  @Test func `a live value that a test reads is an issue, once, at the declaration`() {
    var line: UInt = 0
    let collector = collect {
      line = #line + 1
      @Dependency(\.liveOnly) var liveOnly
      #expect(liveOnly.name == "live")
      #expect(liveOnly.name == "live")
    }
    #expect(collector.issues.map(\.line) == [line])
    let message = collector.messages.first ?? ""
    #expect(message.contains("@Dependency(\\.liveOnly) has no test value, but was read in a test"))
    #expect(
      message.contains("Location:\n    DependenciesTests/DefaultValueIssueTests.swift:\(line)"))
    #expect(message.contains("Dependency:\n    LiveOnly"))
    #expect(message.contains("Override 'liveOnly'"))
  }

  @Test func `read by type, the issue names the type`() {
    let collector = collect {
      @Dependency(PreviewKey.self) var value
      #expect(value == 2)
    }
    let message = collector.messages.first ?? ""
    #expect(message.contains("@Dependency(PreviewKey.self) has no test value"))
    #expect(message.contains("Key:\n    PreviewKey\n  Value:\n    Int"))
  }

  @Test func `an override is no issue, and neither is overriding a part`() {
    let collector = collect {
      withDependencies {
        $0.liveOnly.name = "overridden"
      } operation: {
        @Dependency(\.liveOnly) var liveOnly
        #expect(liveOnly.name == "overridden")
      }
    }
    #expect(collector.messages == [])
  }

  @Test func `a live value that was first needed to override a part is an issue when it is read`() {
    let collector = collect {
      withDependencies {
        $0.liveOnly.name = "overridden"
      } operation: {
      }
      @Dependency(\.liveOnly) var liveOnly
      #expect(liveOnly.name == "live")
    }
    #expect(collector.messages.count == 1)
  }

  @Test func `a key without a live value is an issue in a live context, once in each cache`() {
    let collector = collect(.live) {
      @Dependency(TestOnlyKey.self) var value
      #expect(value == 3)
      DependencyValues.$_current.withValue(.live) {
        #expect(value == 3)
        @Dependency(TestOnlyKey.self) var again
        #expect(again == 3)
      }
    }
    #expect(collector.messages.count == 2)
    #expect(
      collector.messages.first?.contains(
        "@Dependency(TestOnlyKey.self) has no live value, but was read in a live context") == true)
  }

  @Test func `something unimplemented reports itself, but not while it is being overridden`() {
    #expect(PreviewKey.shouldReportUnimplemented)
    withDependencies { _ in
      #expect(!PreviewKey.shouldReportUnimplemented)
      withDependencies {
        $0.liveOnly.name = ""
      } operation: {
        #expect(PreviewKey.shouldReportUnimplemented)
      }
      #expect(!PreviewKey.shouldReportUnimplemented)
    } operation: {
      #expect(PreviewKey.shouldReportUnimplemented)
    }
  }

  @Test func `the same holds where the update can be suspended`() async {
    await withDependencies { _ in
      await Task.yield()
      #expect(!PreviewKey.shouldReportUnimplemented)
    } operation: {
      #expect(PreviewKey.shouldReportUnimplemented)
    }
  }

  @Test func `type names read as their module's programmers write them`() {
    #expect(typeName(Int.self) == "Int")
    #expect(typeName(PreviewKey.self) == "PreviewKey")
    struct Local {}
    #expect(typeName(Local.self).hasSuffix("Local"))
    #expect(!typeName(Local.self).contains("$"))
  }
}
