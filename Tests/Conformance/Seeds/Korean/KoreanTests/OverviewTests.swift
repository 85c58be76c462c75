import Dependencies
import Foundation
import Testing

@Suite struct OverviewTests {
  @Test func `a dependency is read with the property wrapper`() {
    let before = Date()
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.date) var date
      // ...
      let now = date.now
      #expect(now >= before)
    }
  }

  @Test func `withDependencies changes a dependency in a well-defined scope`() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.date) var date
      let now = date.now

      withDependencies {
        $0.date.now = Date(timeIntervalSinceReferenceDate: 1_234_567_890)
      } operation: {
        @Dependency(\.date.now) var now: Date
        #expect(now.timeIntervalSinceReferenceDate == 1_234_567_890)  // 1234567890
      }

      #expect(now.timeIntervalSinceReferenceDate != 1_234_567_890)
      #expect(date.now >= now && date.now.timeIntervalSinceReferenceDate != 1_234_567_890)
    }
  }

  @Test func `a dependency is changed while an asynchronous operation runs`() async {
    await withDependencies {
      $0.date.now = Date(timeIntervalSinceReferenceDate: 1_234_567_890)
    } operation: {
      @Dependency(\.date.now) var now: Date
      await Task.yield()
      #expect(now.timeIntervalSinceReferenceDate == 1_234_567_890)
    }
  }

  @Test func `the change reaches a Task that leaves the operation`() async {
    let task = withDependencies {
      $0.date.now = Date(timeIntervalSinceReferenceDate: 1_234_567_890)
    } operation: {
      @Dependency(\.date.now) var now: Date
      #expect(now.timeIntervalSinceReferenceDate == 1_234_567_890)  // 1234567890
      return Task {
        #expect(now.timeIntervalSinceReferenceDate == 1_234_567_890)  // 1234567890
      }
    }
    await task.value
  }

  @Test func `the change does not reach an escaping closure`() {
    let read = withDependencies {
      $0.myValue = 1729
    } operation: {
      {
        @Dependency(\.myValue) var myValue
        return myValue
      }
    }
    withDependencies {
      $0.context = .live
    } operation: {
      #expect(read() == 42)
    }
  }

  @Test func `a registered value is read by its property, and its key may be private`() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.myValue) var myValue
      #expect(myValue == 42)  // 42
    }
  }
}
