import Dependencies
import DependencySupport
import Foundation
import Testing

@Suite struct CycleTests {
  @Test func `A needs B needs A: one issue with the path and the places, and the program goes on`()
  {
    let collector = IssueCollector()
    collector.collect {
      DependencyValues.$_current.withValue(.live) {
        @Dependency(AKey.self) var a
        #expect(a == "A(B(test A))")
        @Dependency(BKey.self) var b
        #expect(b == "B(test A)")
        #expect(a == "A(B(test A))")
      }
    }
    #expect(collector.messages.count == 1)
    let message = collector.messages.first ?? ""
    #expect(
      message.contains("AKey → CycleTests.BKey → CycleTests.AKey")
        || message.contains("AKey → BKey → AKey"))
    #expect(message.contains("CycleTests.swift:\(aNeedsB)"))
    #expect(message.contains("CycleTests.swift:\(bNeedsA)"))
    #expect(collector.issues.first?.line == UInt(bNeedsA))
  }

  @Test func `two threads that create A and B in opposite order report one cycle and both go on`() {
    for _ in 0..<20 {
      let collector = IssueCollector()
      DependencyValues.$_current.withValue(.live) {
        let start = Rendezvous(2)
        withEscapedDependencies { continuation in
          onThreads([
            {
              collector.collect {
                continuation.yield {
                  Start.$current.withValue(start) {
                    @Dependency(AKey.self) var a
                    #expect(a.hasPrefix("A("))
                  }
                }
              }
            },
            {
              collector.collect {
                continuation.yield {
                  Start.$current.withValue(start) {
                    @Dependency(BKey.self) var b
                    #expect(b.hasPrefix("B("))
                  }
                }
              }
            },
          ])
        }
      }
      #expect(collector.messages.count == 1)
      #expect(collector.messages.allSatisfy { $0.contains("→") })
    }
  }

  #if os(Linux) || os(macOS)
    @Test func `without test values the program stops with the path`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        DependencyValues.$_current.withValue(.live) {
          @Dependency(HopelessKey.self) var value
          _ = value
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("HopelessKey → "))
      #expect(text.contains("needs"))
    }
  #endif

  @Test func `a task that an initialiser starts and that outlives it closes no cycle`() async {
    let collector = IssueCollector()
    await collector.collect {
      await DependencyValues.$_current.withValue(.live) {
        @Dependency(StarterKey.self) var starter
        #expect(await starter.value == "follower of starter")
      }
    }
    #expect(collector.messages == [])
  }
}

/// Lets both threads begin to create before either goes on.
private enum Start {
  @TaskLocal static var current: Rendezvous?
}

private let aNeedsB = #line + 4
private enum AKey: DependencyKey {
  static var liveValue: String {
    Start.current?.arrive()
    @Dependency(BKey.self) var b
    return "A(\(b))"
  }
  static var testValue: String { "test A" }
}

private let bNeedsA = #line + 4
private enum BKey: DependencyKey {
  static var liveValue: String {
    Start.current?.arrive()
    @Dependency(AKey.self) var a
    return "B(\(a))"
  }
  static var testValue: String { "test B" }
}

private enum HopelessKey: DependencyKey {
  static var liveValue: Int {
    @Dependency(DesperateKey.self) var other
    return other
  }
}

private enum DesperateKey: DependencyKey {
  static var liveValue: Int {
    @Dependency(HopelessKey.self) var other
    return other
  }
}

private enum StarterKey: DependencyKey {
  static var liveValue: Task<String, Never> {
    Task {
      @Dependency(FollowerKey.self) var follower
      return follower
    }
  }
}

private enum FollowerKey: DependencyKey {
  static var liveValue: String {
    @Dependency(StarterKey.self) var starter
    return starter.isCancelled ? "cancelled" : "follower of starter"
  }
}
