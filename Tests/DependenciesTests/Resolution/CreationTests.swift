import Dependencies
import DependencySupport
import Foundation
import Testing

@Suite struct CreationTests {
  @Test func `a default is created once, however many threads want it`() {
    for _ in 0..<50 {
      let counter = LockIsolated(0)
      let objects = LockIsolated<[ObjectIdentifier]>([])
      withScope(counter: counter) { continuation in
        let start = Rendezvous(8)
        onThreads(
          (0..<8).map { _ in
            {
              start.arrive()
              continuation.yield {
                @Dependency(CountedKey.self) var object
                objects.withValue { $0.append(ObjectIdentifier(object)) }
              }
            }
          })
      }
      #expect(counter.value == 1)
      #expect(Set(objects.value).count == 1)
    }
  }

  @Test func `a default under creation delays nobody who reads another key`() {
    withFreshCache { continuation in
      let isCreating = DispatchSemaphore(value: 0)
      let mayFinish = DispatchSemaphore(value: 0)
      Gate.$current.withValue(Gate(isCreating: isCreating, mayFinish: mayFinish)) {
        let gate = Gate.current
        onThreads([
          {
            continuation.yield {
              Gate.$current.withValue(gate) {
                @Dependency(GatedKey.self) var gated
                #expect(gated == 1)
              }
            }
          },
          {
            isCreating.wait()
            continuation.yield {
              @Dependency(OtherKey.self) var other
              #expect(other == 2)
            }
            mayFinish.signal()
          },
        ])
      }
    }
  }

  @Test func `a default may start a thread that reads another key, and wait for it`() {
    withFreshCache { _ in
      @Dependency(ThreadedKey.self) var value
      #expect(value == 2)
    }
  }

  @Test func `creating a default that creates others keeps all of them`() {
    withFreshCache { _ in
      @Dependency(OuterKey.self) var outer
      @Dependency(InnerKey.self) var inner
      #expect(outer.inner === inner)
    }
  }

  @Test func `each context has values of its own`() {
    let values = DependencyValues.live
    #expect(values[ContextualKey.self] == "live")
    var other = values
    other.context = .preview
    #expect(other[ContextualKey.self] == "preview")
    other.context = .test
    #expect(other[ContextualKey.self] == "test")
    #expect(values[ContextualKey.self] == "live")
    #expect(DependencyValues.test[ContextualKey.self] == "test")
    #expect(DependencyValues.preview.context == .preview)
  }
}

private func withFreshCache(_ body: (DependencyValues.Continuation) -> Void) {
  DependencyValues.$_current.withValue(.test) { withEscapedDependencies(body) }
}

private func withScope(
  counter: LockIsolated<Int>, _ body: (DependencyValues.Continuation) -> Void
) {
  DependencyValues.$_current.withValue(.test) {
    withDependencies {
      $0[CounterKey.self] = counter
    } operation: {
      withEscapedDependencies(body)
    }
  }
}

private enum CounterKey: TestDependencyKey {
  static var testValue: LockIsolated<Int> { LockIsolated(0) }
}

private enum CountedKey: TestDependencyKey {
  static var testValue: Counted {
    @Dependency(CounterKey.self) var counter
    counter.withValue { $0 += 1 }
    return Counted()
  }
}

private final class Counted: Sendable {}

private struct Gate: Sendable {
  var isCreating: DispatchSemaphore?
  var mayFinish: DispatchSemaphore?

  @TaskLocal static var current = Gate()
}

private enum GatedKey: TestDependencyKey {
  static var testValue: Int {
    Gate.current.isCreating?.signal()
    Gate.current.mayFinish?.wait()
    return 1
  }
}

private enum OtherKey: TestDependencyKey {
  static var testValue: Int { 2 }
}

private enum ThreadedKey: TestDependencyKey {
  static var testValue: Int {
    withEscapedDependencies { continuation in
      let result = LockIsolated(0)
      onThreads([
        {
          continuation.yield {
            @Dependency(OtherKey.self) var other
            result.withValue { $0 = other }
          }
        }
      ])
      return result.value
    }
  }
}

private final class Inner: Sendable {}

private final class Outer: Sendable {
  let inner: Inner

  init(inner: Inner) {
    self.inner = inner
  }
}

private enum InnerKey: TestDependencyKey {
  static var testValue: Inner { Inner() }
}

private enum OuterKey: TestDependencyKey {
  static var testValue: Outer {
    @Dependency(InnerKey.self) var inner
    return Outer(inner: inner)
  }
}

private enum ContextualKey: DependencyKey {
  static var liveValue: String { "live" }
  static var previewValue: String { "preview" }
  static var testValue: String { "test" }
}
