import DependencySupport
import Foundation
import Testing

@_spi(Internals) @testable import Dependencies

/// What users saw when many threads used dependencies together. Each of these is worth most under Thread Sanitizer.
@Suite struct ConcurrencyDefects {
  @Test func `many threads that make the same and different values agree on them`() {
    // The user saw: two clients where there should have been one.
    for _ in 0..<20 {
      DependencyValues.$_current.withValue(.test) {
        let objects = LockIsolated<[Set<ObjectIdentifier>]>(Array(repeating: [], count: 3))
        let kept = LockIsolated<[any AnyObject & Sendable]>([])
        together(6) { index in
          let values = ValuesInOrder(startingAt: index)
          kept.withValue { $0 += values.all }
          objects.withValue { objects in
            for (place, value) in values.all.enumerated() {
              objects[place].insert(ObjectIdentifier(value))
            }
          }
        }
        #expect(objects.value.map(\.count) == [1, 1, 1])
      }
    }
  }

  @Test func `each scope has its own values, whoever makes them and whoever else does so`() {
    // The user saw: one request's client in another request.
    DependencyValues.$_current.withValue(.test) {
      together(4) { index in
        for round in 0..<100 {
          let number = index * 1_000 + round
          withDependencies {
            $0[NumberKey.self] = number
          } operation: {
            withEscapedDependencies { continuation in
              let seen = LockIsolated<Set<ObjectIdentifier>>([])
              let kept = LockIsolated<[Numbered]>([])
              onThreads(
                (0..<2).map { _ in
                  {
                    continuation.yield {
                      @Dependency(NumberedKey.self) var numbered
                      #expect(numbered.number == number)
                      kept.withValue { $0.append(numbered) }
                      seen.withValue { _ = $0.insert(ObjectIdentifier(numbered)) }
                    }
                  }
                })
              #expect(seen.value.count == 1)
            }
          }
        }
      }
    }
  }

  @Test func `a preparation that races with reads is either seen or refused`() {
    // The user saw: a database that was prepared without complaint, and a reader that had the default.
    for _ in 0..<300 {
      let collector = IssueCollector()
      let readers = LockIsolated<[Int]>([])
      DependencyValues.$_current.withValue(DependencyValues()) {
        let start = Rendezvous(3)
        withEscapedDependencies { continuation in
          onThreads(
            [
              {
                start.arrive()
                continuation.yield {
                  collector.collect { prepareDependencies { $0[NumberKey.self] = 1 } }
                }
              }
            ]
              + (0..<2).map { _ in
                {
                  start.arrive()
                  continuation.yield {
                    @Dependency(NumberKey.self) var number
                    readers.withValue { $0.append(number) }
                  }
                }
              })
        }
        @Dependency(NumberKey.self) var number
        let isPrepared = collector.messages.isEmpty
        #expect(number == (isPrepared ? 1 : 0))
        #expect(readers.value.allSatisfy { $0 == number })
      }
    }
  }

  @Test func `resetting the cache while others read leaves whole values`() {
    // The user saw: a crash in a preview that was refreshed.
    DependencyValues.$_current.withValue(.test) {
      let values = DependencyValues._current
      together(4) { index in
        for _ in 0..<500 {
          if index == 0 {
            values.cachedValues.resetCache()
          } else {
            let all = ValuesInOrder(startingAt: index).all
            #expect(all.count == 3)
          }
        }
      }
    }
  }

  @Test func `models come and go on many threads and keep to their own values`() {
    // The user saw: a child with the dependencies of somebody else's parent.
    DependencyValues.$_current.withValue(.test) {
      together(4) { index in
        for round in 0..<500 {
          let number = index * 1_000 + round
          let model = withDependencies {
            $0[NumberKey.self] = number
          } operation: {
            PlainModel()
          }
          withDependencies(from: model) {
            @Dependency(NumberKey.self) var seen
            #expect(seen == number)
          }
        }
      }
    }
  }

  @Test func `one model is read, and makes values, on many threads while its scope ends`() {
    // The user saw: a crash in a client that outlived the request that had made it.
    DependencyValues.$_current.withValue(.test) {
      for round in 0..<100 {
        let client = LockIsolated<Client?>(nil)
        let start = Rendezvous(3)
        withEscapedDependencies { continuation in
          onThreads(
            [
              {
                continuation.yield {
                  withDependencies {
                    $0[NumberKey.self] = round
                  } operation: {
                    @Dependency(ClientKey.self) var made
                    client.setValue(made)
                    start.arrive()
                  }
                }
              }
            ]
              + (0..<2).map { _ in
                {
                  start.arrive()
                  continuation.yield {
                    #expect(client.value?.number == round)
                    #expect(client.value?.numbered.number == round)
                  }
                }
              })
        }
      }
    }
  }

  @Test func `three threads that need each other in a ring report one cycle and go on`() {
    // The user saw: three threads that waited for each other for good.
    for _ in 0..<20 {
      let collector = IssueCollector()
      DependencyValues.$_current.withValue(.live) {
        let start = Rendezvous(3)
        withEscapedDependencies { continuation in
          onThreads(
            [Ring1Key.read, Ring2Key.read, Ring3Key.read].map { read in
              {
                collector.collect {
                  continuation.yield { Start.$current.withValue(start) { #expect(read() != "") } }
                }
              }
            })
        }
      }
      #expect(collector.messages.count == 1)
      #expect(collector.messages.allSatisfy { $0.split(separator: "→").count == 4 })
    }
  }

  @Test func `a default that hands work to a queue, a thread and a task, and waits, finishes`() {
    // The user saw: a program that hung as it started.
    DependencyValues.$_current.withValue(.test) {
      @Dependency(BusyKey.self) var busy
      #expect(busy == 30)
    }
  }

  @Test func `a thousand threads that wait for one value get it`() {
    // The user saw: a start that took minutes when all workers wanted the pool at once.
    DependencyValues.$_current.withValue(.test) {
      let clock = ContinuousClock()
      let time = clock.measure {
        together(1_000) { _ in
          @Dependency(SlowKey.self) var slow
          precondition(slow == 200)
        }
      }
      #expect(time < .seconds(60))
    }
  }
}

/// Runs a closure on a number of threads that begin together, with the values of the caller's scope.
func together(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let start = Rendezvous(count)
  withEscapedDependencies { continuation in
    onThreads(
      (0..<count).map { index in
        {
          start.arrive()
          continuation.yield { body(index) }
        }
      })
  }
}

private final class Object: Sendable {}

private enum FirstKey: TestDependencyKey { static var testValue: Object { Object() } }
private enum SecondKey: TestDependencyKey {
  static var testValue: Object {
    @Dependency(FirstKey.self) var first
    return withExtendedLifetime(first) { Object() }
  }
}
private enum ThirdKey: TestDependencyKey {
  static var testValue: Object {
    @Dependency(SecondKey.self) var second
    return withExtendedLifetime(second) { Object() }
  }
}

private struct ValuesInOrder {
  let all: [Object]

  init(startingAt index: Int) {
    @Dependency(FirstKey.self) var first
    @Dependency(SecondKey.self) var second
    @Dependency(ThirdKey.self) var third
    switch index % 3 {
    case 0:
      let (one, two, three) = (first, second, third)
      all = [one, two, three]
    case 1:
      let (three, two, one) = (third, second, first)
      all = [one, two, three]
    default:
      let (two, one, three) = (second, first, third)
      all = [one, two, three]
    }
  }
}

private enum NumberKey: TestDependencyKey { static var testValue: Int { 0 } }

private final class Numbered: Sendable {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }
}

private enum NumberedKey: TestDependencyKey {
  static var testValue: Numbered {
    @Dependency(NumberKey.self) var number
    return Numbered(number)
  }
}

private final class PlainModel {}

private final class Client: @unchecked Sendable {
  // Sendable: a wrapper is not written after the object was made.
  @Dependency(NumberedKey.self) var numbered
  let number: Int

  init() {
    @Dependency(NumberKey.self) var number
    self.number = number
  }
}

private enum ClientKey: TestDependencyKey { static var testValue: Client { Client() } }

private enum Start {
  @TaskLocal static var current: Rendezvous?
}

private enum Ring1Key: DependencyKey {
  static var liveValue: String {
    Start.current?.arrive()
    return Ring2Key.read()
  }
  static var testValue: String { "1" }
  @Sendable static func read() -> String {
    @Dependency(Ring1Key.self) var value
    return value
  }
}

private enum Ring2Key: DependencyKey {
  static var liveValue: String {
    Start.current?.arrive()
    return Ring3Key.read()
  }
  static var testValue: String { "2" }
  @Sendable static func read() -> String {
    @Dependency(Ring2Key.self) var value
    return value
  }
}

private enum Ring3Key: DependencyKey {
  static var liveValue: String {
    Start.current?.arrive()
    return Ring1Key.read()
  }
  static var testValue: String { "3" }
  @Sendable static func read() -> String {
    @Dependency(Ring3Key.self) var value
    return value
  }
}

private enum BusyKey: TestDependencyKey {
  static var testValue: Int {
    withEscapedDependencies { continuation in
      let sum = LockIsolated(0)
      DispatchQueue(label: "busy").sync {
        continuation.yield {
          @Dependency(TenKey.self) var ten
          sum.withValue { $0 += ten }
        }
      }
      onThreads([
        {
          continuation.yield {
            @Dependency(TenKey.self) var ten
            sum.withValue { $0 += ten }
          }
        }
      ])
      let done = DispatchSemaphore(value: 0)
      Task {
        @Dependency(TenKey.self) var ten
        sum.withValue { $0 += ten }
        done.signal()
      }
      done.wait()
      return sum.value
    }
  }
}

private enum TenKey: TestDependencyKey { static var testValue: Int { 10 } }

private enum SlowKey: TestDependencyKey {
  static var testValue: Int {
    (0..<200).reduce(0) { sum, index in
      withDependencies {
        $0[NumberKey.self] = index
      } operation: {
        @Dependency(NumberedKey.self) var numbered
        return sum + (numbered.number == index ? 1 : 0)
      }
    }
  }
}
