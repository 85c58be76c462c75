import DependencyContainer
import DependencySupport
import Foundation
import Testing

private final class Tracked: @unchecked Sendable {
  static let alive = LockIsolated(0)
  var other: AnyObject?
  init() { Self.alive.withValue { $0 += 1 } }
  deinit { Self.alive.withValue { $0 -= 1 } }
}

@Suite(.serialized) struct KnownComplaintsTests {
  /// "Two threads that resolve without synchronize() crash or hang."
  @Test func `a plain container is used from many threads`() {
    let container = Container()
    container.register(Tracked.self) { _ in Tracked() }
    container.register(Int.self) { resolver in resolver.resolve(Tracked.self) == nil ? 0 : 1 }
    concurrently(8) { _ in
      for _ in 0..<200 { #expect(container.resolve(Int.self) == 1) }
    }
  }

  /// "A slow singleton blocks all others."
  @Test func `unrelated services do not wait for each other`() {
    let container = Container()
    let isMaking = DispatchSemaphore(value: 0)
    let mayFinish = DispatchSemaphore(value: 0)
    container.register(String.self) { _ in
      isMaking.signal()
      mayFinish.wait()
      return "slow"
    }.inObjectScope(.container)
    container.register(Int.self) { _ in 1 }.inObjectScope(.container)
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      _ = container.resolve(String.self)
      group.leave()
    }
    isMaking.wait()
    #expect(container.resolve(Int.self) == 1)
    mayFinish.signal()
    group.wait()
  }

  /// "What a slow root needs is not available until the root is made."
  @Test func `a finished part of an unfinished graph is shared at once`() {
    let container = Container()
    let isMaking = DispatchSemaphore(value: 0)
    let mayFinish = DispatchSemaphore(value: 0)
    container.register(Int.self) { _ in 1 }.inObjectScope(.container)
    container.register(String.self) { resolver in
      let number = resolver.resolve(Int.self)
      isMaking.signal()
      mayFinish.wait()
      return "\(number ?? 0)"
    }.inObjectScope(.container)
    let group = DispatchGroup()
    group.enter()
    Thread.detachNewThread {
      _ = container.resolve(String.self)
      group.leave()
    }
    isMaking.wait()
    #expect(container.resolve(Int.self) == 1)
    mayFinish.signal()
    group.wait()
  }

  /// "Two threads that enter a constructor cycle from both ends hang."
  @Test func `a constructor cycle across threads is an error for both`() {
    for _ in 0..<100 {
      let container = Container()
      container.reportsUnresolvedServices = false
      container.register(Int.self) { $0.resolve(String.self) == nil ? 0 : 1 }
        .inObjectScope(.container)
      container.register(String.self) { $0.resolve(Int.self).map { "\($0)" } ?? "" }
        .inObjectScope(.container)
      let codes = LockIsolated<[ResolutionError.Code]>([])
      concurrently(2) { index in
        do throws(ResolutionError) {
          if index == 0 {
            _ = try container.require(Int.self)
          } else {
            _ = try container.require(String.self)
          }
        } catch {
          codes.withValue { $0.append(error.code) }
        }
      }
      #expect(codes.value == [.cycle, .cycle])
    }
  }

  /// "resolve returns nil for T!."
  @Test func `an implicitly unwrapped optional is resolved`() {
    let container = Container()
    container.register(Int.self) { _ in 7 }
    let number: Int! = 0
    #expect(container.resolve(type(of: number))! == 7)
  }

  /// "Graphs are retained after they are resolved."
  @Test(arguments: [ObjectScope.transient, .graph, .weak, .container])
  func `nothing is left alive after ten thousand resolutions`(scope: ObjectScope) {
    let before = Tracked.alive.value
    do {
      let container = Container()
      container.register(Tracked.self) { _ in Tracked() }.inObjectScope(scope)
        .initCompleted { resolver, made in _ = made.other }
      container.register(Tracked.self, name: "outer") { resolver in
        let made = Tracked()
        made.other = resolver.resolve(Tracked.self)
        return made
      }.inObjectScope(scope)
      for _ in 0..<10_000 { _ = container.resolve(Tracked.self, name: "outer") }
      #expect(Tracked.alive.value - before == (scope === ObjectScope.container ? 2 : 0))
    }
    #expect(Tracked.alive.value == before)
  }

  /// "The old singleton stays after its service is registered again, or everything is removed."
  @Test func `replacing and removing registrations releases instances`() {
    let before = Tracked.alive.value
    let container = Container()
    for _ in 0..<100 {
      container.register(Tracked.self) { _ in Tracked() }.inObjectScope(.container)
      _ = container.resolve(Tracked.self)
      #expect(Tracked.alive.value - before == 1)
    }
    container.resetObjectScope(.container)
    #expect(Tracked.alive.value == before)
    _ = container.resolve(Tracked.self)
    container.removeAll()
    #expect(Tracked.alive.value == before)
  }

  /// "A recursion by an argument is taken for a cycle."
  @Test func `an entry that takes another argument each time is no cycle`() {
    let container = Container()
    container.register(Int.self) { (resolver: any Resolver, depth: Int) in
      depth == 0 ? 0 : 1 + resolver.resolve(Int.self, argument: depth - 1)!
    }
    #expect(container.resolve(Int.self, argument: 50) == 50)
  }

  /// "Lazy makes two objects when two threads are first."
  @Test func `a lazy service is made once`() throws {
    let container = Container()
    container.register(Tracked.self) { _ in Tracked() }
    for _ in 0..<50 {
      let lazy = try #require(container.resolve(Lazy<Tracked>.self))
      let seen = LockIsolated<Set<ObjectIdentifier>>([])
      concurrently(8) { _ in
        let identifier = ObjectIdentifier(lazy.instance)
        seen.withValue { _ = $0.insert(identifier) }
      }
      #expect(seen.value.count == 1)
    }
  }

  /// "A factory that resolves on another thread hangs."
  @Test func `a factory resolves on another thread`() {
    let container = Container()
    container.register(Int.self) { _ in 7 }.inObjectScope(.container)
    container.register(String.self) { resolver in
      let result = LockIsolated("")
      concurrently(1) { [container] _ in
        let number = container.resolve(Int.self)
        result.withValue { $0 = "\(number ?? 0)" }
      }
      return result.value
    }.inObjectScope(.container)
    #expect(container.resolve(String.self) == "7")
  }
}
