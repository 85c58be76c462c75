import Foundation
import Testing

@testable import Dependencies

/// What users saw of work that grew with what was there already. Costs are the processor's time on the thread, which other
/// work on the machine takes no part of, and the bounds leave room: a cost that is in fact quadratic is beyond them by far.
@Suite(.serialized) struct CostDefects {
  @Test func `one more model beside fifty thousand costs what the first did`() {
    // The user saw: a game that slowed down with every object in it.
    DependencyValues.$_current.withValue(.test) {
      func make() -> PlainModel {
        withDependencies {
          $0[NumberKey.self] = 1
        } operation: {
          PlainModel()
        }
      }
      let first = time(2_000) { _ = make() }
      var models: [PlainModel] = []
      for _ in 0..<50_000 { models.append(make()) }
      let last = time(2_000) { models.append(make()) }
      #expect(last < first * 6)
    }
  }

  @Test func `thousands of nested overrides are entered in time that grows with their number`() {
    // The user saw: a deep tree of features, each of which overrides something, that took seconds to build. (Thread Sanitizer
    // can follow 65,536 nested calls and no more.)
    onLargeStack {
      DependencyValues.$_current.withValue(.test) {
        let small = onceTimed { nest(400) { #expect(number() == 400) } }
        let large = onceTimed { nest(4_000) { #expect(number() == 4_000) } }
        #expect(large < small * 100)
      }
    }
  }

  @Test
  func
    `thousands of values made under one override take time that grows with their number`()
  {
    // The user saw: a process that overrides one thing at its start, and grew to gigabytes.
    onLargeStack {
      DependencyValues.$_current.withValue(.test) {
        withDependencies {
          $0[NumberKey.self] = 1
        } operation: {
          let small = onceTimed { makeMany(Small.self, 500) }
          let large = onceTimed { makeMany(Large.self, 4_000) }
          #expect(large < small * 40)
        }
      }
    }
  }

  #if os(Linux)
    @Test
    func `thousands of values made under one override take memory that grows with their number`()
      async throws
    {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        onLargeStack {
          DependencyValues.$_current.withValue(.test) {
            withDependencies {
              $0[NumberKey.self] = 1
            } operation: {
              makeMany(Small.self, 500)
              let before = bytesInUse()
              makeMany(Large.self, 4_000)
              print("grew by \(bytesInUse() - before) bytes")
            }
          }
        }
      }
      let growth = try growth(in: result?.standardOutputContent)
      #expect(growth < 16 << 20)
    }
  #endif

  @Test func `a value made under a thousand overrides costs little more than one made under ten`() {
    // The user saw: tests with a large fixture of overrides that were slow.
    onLargeStack {
      DependencyValues.$_current.withValue(.test) {
        let few = withMany(10) { onceTimed { makeMany(Few.self, 200) } }
        let many = withMany(1_000) { onceTimed { makeMany(Many.self, 200) } }
        #expect(many < few * 30)
      }
    }
  }

  @Test func `a long-lived scope in which many things were made ends without trouble`() {
    // The user saw: a stack overflow as a scope ended.
    DependencyValues.$_current.withValue(.test) {
      withDependencies {
        $0[NumberKey.self] = 1
      } operation: {
        for index in 0..<3_000 {
          let values = DependencyValues._current
          var fresh = DependencyValues()
          fresh[NumberKey.self] = index
          precondition(fresh[NumberedKey.self] == index)
          precondition(values[NumberedKey.self] == 1)
        }
      }
    }
  }
}

private final class PlainModel {}

private enum NumberKey: TestDependencyKey { static var testValue: Int { 0 } }

private enum NumberedKey: TestDependencyKey {
  static var testValue: Int { number() }
}

private func number() -> Int {
  @Dependency(NumberKey.self) var number
  return number
}

/// The least nanoseconds that the thread's processor took for a number of calls, of five times.
private func time(_ count: Int, _ body: () -> Void) -> UInt64 {
  (0..<5).map { _ in
    onceTimed { for _ in 0..<count { body() } }
  }.min() ?? 0
}

/// The nanoseconds that the thread's processor took for a call.
private func onceTimed(_ body: () -> Void) -> UInt64 {
  let start = processorTime()
  body()
  return processorTime() - start
}

private func processorTime() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

private func nest(_ depth: Int, _ body: () -> Void) {
  guard depth > 0 else { return body() }
  let next = number() + 1
  withDependencies {
    $0[NumberKey.self] = next
  } operation: {
    nest(depth - 1, body)
  }
}

/// As many keys as are asked for: types are made as the program goes.
private struct Key<Mark, Left, Right>: TestDependencyKey {
  static var testValue: Int { number() }
}

private enum OverrideMark {}
private enum Small {}
private enum Large {}
private enum Few {}
private enum Many {}
private enum Zero {}
private enum One<T> {}
private enum Two<T> {}

/// Calls a closure with types that differ, a short type each: the digits of the number.
private func withType(_ number: Int, _ type: Any.Type = Zero.self, _ body: (Any.Type) -> Void) {
  func open<T>(_ type: T.Type) {
    guard number > 0 else { return body(type) }
    withType(number / 2, number.isMultiple(of: 2) ? One<T>.self : Two<T>.self, body)
  }
  _openExistential(type, do: open)
}

private func makeMany<Mark>(_ mark: Mark.Type, _ count: Int) {
  for index in 0..<count {
    withType(index) { type in
      func open<T>(_ type: T.Type) {
        @Dependency(Key<Mark, T, Void>.self) var value
        precondition(value >= 0)
      }
      _openExistential(type, do: open)
    }
  }
}

private func withMany<R>(_ count: Int, _ operation: () -> R) -> R {
  withDependencies { values in
    for index in 0..<count {
      withType(index) { type in
        func open<T>(_ type: T.Type) { values[Key<OverrideMark, T, Void>.self] = index }
        _openExistential(type, do: open)
      }
    }
    values[NumberKey.self] = 5
  } operation: {
    operation()
  }
}
