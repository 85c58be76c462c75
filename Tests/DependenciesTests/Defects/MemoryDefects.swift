import DependencySupport
import Foundation
import Testing

@_spi(Internals) @testable import Dependencies

/// What users saw of memory that never came back, or came back too early.
@Suite struct MemoryDefects {
  @Test func `a value that keeps a continuation of its own creation dies with its scope`() {
    // The user saw: a client whose initialiser calls withEscapedDependencies was never released.
    let lifetimes = Lifetimes()
    DependencyValues.$_current.withValue(.test) {
      withDependencies {
        $0[TrackedKey.self] = LifetimeTracked(in: lifetimes)
      } operation: {
        @Dependency(ContinuingKey.self) var value
        #expect(value.name == "")
        #expect(lifetimes.alive == 2)
      }
      #expect(lifetimes.alive == 0)
    }
  }

  @Test func `a value that keeps the current values of its creation dies with its scope`() {
    // The user saw: a value that stored DependencyValues._current was never released.
    let lifetimes = Lifetimes()
    DependencyValues.$_current.withValue(.test) {
      withDependencies {
        $0[TrackedKey.self] = LifetimeTracked(in: lifetimes)
      } operation: {
        @Dependency(ValuesKeepingKey.self) var value
        #expect(value.values[TrackedKey.self].name == "")
      }
      #expect(lifetimes.alive == 0)
    }
  }

  @Test func `a value whose initialiser starts a task that never ends dies with its scope`() async {
    // The user saw: a client that listens in a Task of its own kept the whole scope alive, its overrides included.
    let lifetimes = Lifetimes()
    await DependencyValues.$_current.withValue(.test) {
      await withDependencies {
        $0[TrackedKey.self] = LifetimeTracked(in: lifetimes)
      } operation: {
        @Dependency(ListeningKey.self) var value
        await value.started()
        #expect(lifetimes.alive == 2)
      }
      // The task itself still sees the override, so that one may live; the value may not.
      #expect(lifetimes.alive <= 1)
    }
  }

  @Test func `a plain model that a default value makes in a scope of its own dies with the scope`()
    async throws
  {
    // The user saw: a default that returned a model from withDependencies in its initialiser was remembered for good.
    let lifetimes = Lifetimes()
    DependencyValues.$_current.withValue(.test) {
      withDependencies {
        $0[TrackedKey.self] = LifetimeTracked(in: lifetimes)
      } operation: {
        @Dependency(ModelMakingKey.self) var value
        #expect(value.model.tracked.name == "inner")
      }
    }
    try await eventually { lifetimes.alive == 0 }
  }

  @Test func `a long-lived model that is used in one scope per request keeps nothing of a request`()
  {
    // The user saw: a server whose service is made once with overrides, and which overrides the request's values around
    // each call, grew with every request.
    let lifetimes = Lifetimes()
    DependencyValues.$_current.withValue(.test) {
      let service = withDependencies {
        $0[FirstKey.self] = 1
        $0[SecondKey.self] = 2
      } operation: {
        Service()
      }
      for _ in 0..<100 {
        withDependencies {
          $0[TrackedKey.self] = LifetimeTracked(in: lifetimes)
        } operation: {
          #expect(service.sum == 3)
        }
      }
      #expect(lifetimes.alive == 0)
      for _ in 0..<100 {
        withDependencies {
          $0[TrackedKey.self] = LifetimeTracked(in: lifetimes)
        } operation: {
          withDependencies(from: service) {
            #expect(service.sum == 3)
          }
        }
      }
      #expect(lifetimes.alive == 0)
    }
  }

  @Test func `models that are made and dropped in a long-lived scope leave nothing in it`() {
    // The user saw: an application that runs in one withDependencies grew with each screen that overrode something.
    let lifetimes = Lifetimes()
    DependencyValues.$_current.withValue(.test) {
      withDependencies {
        $0[FirstKey.self] = 1
        $0[SecondKey.self] = 2
      } operation: {
        for _ in 0..<100 {
          let service = withDependencies {
            $0[TrackedKey.self] = LifetimeTracked(in: lifetimes)
          } operation: {
            Service()
          }
          #expect(service.sum == 3)
        }
        #expect(lifetimes.alive == 0)
      }
    }
  }

  @Test
  func `a value that owned values read themselves dies with the scope, nested creations included`()
  {
    // The user saw: three defaults that keep each other's wrappers under one override stayed.
    let lifetimes = Lifetimes()
    DependencyValues.$_current.withValue(.test) {
      withDependencies {
        $0[TrackedKey.self] = LifetimeTracked(in: lifetimes)
      } operation: {
        @Dependency(ChainTopKey.self) var top
        #expect(top.name == "")
        #expect(lifetimes.alive == 1)
      }
      #expect(lifetimes.alive == 0)
    }
  }

  @Test func `what a kept value makes after its scope dies with it`() {
    // The user saw: a client that outlived its scope and then made other defaults was never released.
    let lifetimes = Lifetimes()
    DependencyValues.$_current.withValue(.test) {
      var kept: LateReader? = withDependencies {
        $0[TrackedKey.self] = LifetimeTracked(in: lifetimes)
      } operation: {
        @Dependency(LateReaderKey.self) var reader
        return reader
      }
      #expect(kept?.late.name == "")
      #expect(kept?.late === kept?.late)
      kept = nil
      #expect(lifetimes.alive == 0)
    }
  }

  @Test
  func
    `an object whose deinitialiser reads dependencies can be an override, a default and a model`()
    async throws
  {
    // The user saw: the program stopped when an object read a dependency on its way out.
    let deaths = LockIsolated(0)
    DependencyValues.$_current.withValue(.test) {
      for _ in 0..<10 {
        withDependencies {
          $0[DeathKey.self] = Dying(deaths)
        } operation: {
          @Dependency(DeathReadingKey.self) var value
          #expect(value.isAlive)
          withDependencies {
            $0[DeathKey.self] = Dying(deaths)
            $0[DeathKey.self] = Dying(deaths)
          } operation: {
            _ = Dying(deaths)
          }
          _ = withDependencies {
            $0[FirstKey.self] = 1
          } operation: {
            Dying(deaths)
          }
        }
      }
    }
    try await eventually { deaths.value == 50 }
  }

  @Test func `thousands of scopes leave nothing behind`() {
    // The user saw: a server that enters a scope for each request grew.
    let lifetimes = Lifetimes()
    DependencyValues.$_current.withValue(.test) {
      func scopes(_ count: Int) {
        for index in 0..<count {
          withDependencies {
            $0[FirstKey.self] = index
            $0[TrackedKey.self] = LifetimeTracked(in: lifetimes)
          } operation: {
            @Dependency(SumKey.self) var sum
            @Dependency(ChainTopKey.self) var top
            precondition(top.name == "" && sum.sum == index)
          }
        }
      }
      scopes(5_000)
      #expect(lifetimes.alive == 0)
    }
  }
}

/// Waits for a condition, for as long as a busy machine may take, and fails if it does not come about.
func eventually(_ condition: () -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(30)
  while !condition(), ContinuousClock.now < deadline {
    try await Task.sleep(for: .milliseconds(20))
  }
  #expect(condition())
}

private enum TrackedKey: TestDependencyKey {
  static var testValue: LifetimeTracked { LifetimeTracked("default", in: Lifetimes()) }
}

private enum FirstKey: TestDependencyKey {
  static var testValue: Int { 0 }
}

private enum SecondKey: TestDependencyKey {
  static var testValue: Int { 0 }
}

private final class Continuing: Sendable {
  let continuation = withEscapedDependencies { $0 }
  let name: String
  let ownLife: LifetimeTracked

  init() {
    @Dependency(TrackedKey.self) var tracked
    name = tracked.name
    ownLife = tracked.another("own")
  }
}

private enum ContinuingKey: TestDependencyKey {
  static var testValue: Continuing { Continuing() }
}

private struct ValuesKeeping: Sendable {
  let values: DependencyValues
}

private enum ValuesKeepingKey: TestDependencyKey {
  static var testValue: ValuesKeeping {
    @Dependency(TrackedKey.self) var tracked
    precondition(tracked.name == "")
    return ValuesKeeping(values: ._current)
  }
}

private final class Listening: Sendable {
  let life: LifetimeTracked
  let task: Task<Void, Never>
  private let hasStarted: AsyncStream<Void>

  init() {
    @Dependency(TrackedKey.self) var tracked
    life = tracked.another("listening")
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    hasStarted = stream
    task = Task {
      @Dependency(FirstKey.self) var first
      _ = first
      continuation.yield()
      try? await Task.sleep(for: .seconds(60))
    }
  }

  func started() async {
    for await _ in hasStarted { return }
  }

  deinit {
    task.cancel()
  }
}

private enum ListeningKey: TestDependencyKey {
  static var testValue: Listening { Listening() }
}

private final class Plain: Sendable {
  let tracked: LifetimeTracked

  init(_ tracked: LifetimeTracked) {
    self.tracked = tracked
  }
}

private struct ModelMaking: Sendable {
  let model: Plain
}

private enum ModelMakingKey: TestDependencyKey {
  static var testValue: ModelMaking {
    @Dependency(TrackedKey.self) var tracked
    return ModelMaking(
      model: withDependencies {
        $0[FirstKey.self] = 1
      } operation: {
        Plain(tracked.another("inner"))
      })
  }
}

private struct Sum: Sendable {
  let sum: Int
  let life: LifetimeTracked
}

private enum SumKey: TestDependencyKey {
  static var testValue: Sum {
    @Dependency(FirstKey.self) var first
    @Dependency(SecondKey.self) var second
    @Dependency(TrackedKey.self) var tracked
    precondition(tracked.name == "")
    return Sum(sum: first + second, life: tracked.another("sum"))
  }
}

private final class Service {
  @Dependency(SumKey.self) private var value

  var sum: Int { value.sum }
}

private struct Chained: @unchecked Sendable {
  @Dependency(TrackedKey.self) private var tracked
  @Dependency(ChainMiddleKey.self) private var middle
  let name: String

  init(_ name: String) {
    self.name = name
  }
}

private enum ChainTopKey: TestDependencyKey {
  static var testValue: Chained {
    @Dependency(ChainMiddleKey.self) var middle
    return Chained(middle.name)
  }
}

private enum ChainMiddleKey: TestDependencyKey {
  static var testValue: Chained {
    @Dependency(ChainBottomKey.self) var bottom
    return Chained(bottom.name)
  }
}

private enum ChainBottomKey: TestDependencyKey {
  static var testValue: Chained {
    @Dependency(TrackedKey.self) var tracked
    return Chained(tracked.name)
  }
}

private final class LateReader: @unchecked Sendable {
  // Sendable: a wrapper is not written after the object was made.
  @Dependency(LateKey.self) var late

  init() {
    @Dependency(TrackedKey.self) var tracked
    precondition(tracked.name == "")
  }
}

private final class Late: @unchecked Sendable {
  @Dependency(TrackedKey.self) private var tracked
  @Dependency(LateKey.self) private var late
  let name: String

  init() {
    @Dependency(TrackedKey.self) var tracked
    name = tracked.name
  }
}

private enum LateReaderKey: TestDependencyKey {
  static var testValue: LateReader { LateReader() }
}

private enum LateKey: TestDependencyKey {
  static var testValue: Late { Late() }
}

private final class Dying: Sendable {
  let isAlive = true
  private let deaths: LockIsolated<Int>

  init(_ deaths: LockIsolated<Int>) {
    self.deaths = deaths
  }

  deinit {
    @Dependency(FirstKey.self) var first
    @Dependency(SumlessKey.self) var other
    let model = withDependencies {
      $0[FirstKey.self] = 7
    } operation: {
      Left()
    }
    withDependencies(from: model) {
      @Dependency(FirstKey.self) var first
      precondition(first == 7)
    }
    deaths.withValue { $0 += 1 }
    precondition(first + other >= 0)
  }
}

private final class Left {}

private enum SumlessKey: TestDependencyKey {
  static var testValue: Int { 0 }
}

private enum DeathKey: TestDependencyKey {
  static var testValue: Dying { Dying(LockIsolated(0)) }
}

private enum DeathReadingKey: TestDependencyKey {
  static var testValue: Dying {
    @Dependency(DeathKey.self) var dying
    return dying
  }
}
