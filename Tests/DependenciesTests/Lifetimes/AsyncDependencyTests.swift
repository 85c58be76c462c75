import DependencySupport
import Testing

@testable import Dependencies

@Suite struct AsyncDependencyTests {
  struct Failure: Error {}

  @Test func `of 50 who wait one is cancelled, the others share an error, and then a value`()
    async throws
  {
    let attempts = LockIsolated(0)
    let gates = [AsyncGate(), AsyncGate()]
    let dependency = AsyncDependency {
      let attempt = attempts.withValue {
        $0 += 1
        return $0
      }
      await gates[attempt - 1].wait()
      if attempt == 1 { throw Failure() }
      return 42
    }

    func waiters() async -> [Task<Int, any Error>] {
      let waiters = (0..<50).map { _ in Task { try await dependency.value } }
      while dependency.creation.waiterCount < 50 { await Task.yield() }
      waiters[7].cancel()
      #expect(await waiters[7].result.error is CancellationError)
      #expect(dependency.creation.waiterCount == 49)
      return waiters
    }

    let first = await waiters()
    await gates[0].open()
    for (index, waiter) in first.enumerated() where index != 7 {
      #expect(await waiter.result.error is Failure)
    }
    #expect(attempts.value == 1)

    let second = await waiters()
    await gates[1].open()
    for (index, waiter) in second.enumerated() where index != 7 {
      #expect(try await waiter.value == 42)
    }
    #expect(attempts.value == 2)
    #expect(try await dependency.value == 42)
    #expect(attempts.value == 2)
  }

  @Test func `when nobody waits any more the creation is cancelled, and the next read begins anew`()
    async throws
  {
    let wasCancelled = LockIsolated(false)
    let attempts = LockIsolated(0)
    let dependency = AsyncDependency {
      let attempt = attempts.withValue {
        $0 += 1
        return $0
      }
      guard attempt == 1 else { return 2 }
      do {
        try await Task.sleep(for: .seconds(3_600))
      } catch {
        wasCancelled.setValue(true)
        throw error
      }
      return 1
    }
    let waiters = (0..<3).map { _ in Task { try await dependency.value } }
    while dependency.creation.waiterCount < 3 { await Task.yield() }
    while attempts.value == 0 { await Task.yield() }
    for waiter in waiters { waiter.cancel() }
    for waiter in waiters {
      #expect(await waiter.result.error is CancellationError)
    }
    while !wasCancelled.value { await Task.yield() }
    #expect(try await dependency.value == 2)
  }

  @Test func `a value that was made under an override is seen by nobody outside`() async throws {
    try await DependencyValues.$_current.withValue(.test) {
      @Dependency(ServiceKey.self) var service
      let inside = try await withDependencies {
        $0[PlaceKey.self] = "override"
      } operation: {
        let first = try await service.value
        #expect(try await service.value === first)
        return first
      }
      #expect(inside.name == "override")
      #expect(try await service.value.name == "base")
    }
  }

  @Test func `values that wait for each other are an issue with their path`() async {
    let collector = IssueCollector()
    await collector.collect {
      await DependencyValues.$_current.withValue(.test) {
        @Dependency(ChickenKey.self) var chicken
        await #expect(throws: (any Error).self) { try await chicken.value }
      }
    }
    #expect(collector.messages.count == 1)
    #expect(
      collector.messages.first?.contains("EggKey → ChickenKey → EggKey") == true
        || collector.messages.first?.contains("ChickenKey → EggKey → ChickenKey") == true)
  }

  @Test func `several are made side by side at the start`() async throws {
    let meeting = AsyncMeeting(2)
    let one = AsyncDependency {
      await meeting.arrive(); return 1
    }
    let two = AsyncDependency {
      await meeting.arrive(); return "two"
    }
    try await AsyncDependency.prepare(one, two)
    #expect(try await one.value == 1)
    #expect(try await two.value == "two")
    await #expect(throws: Failure.self) {
      try await AsyncDependency.prepare(one, AsyncDependency<Int> { throw Failure() })
    }
  }

  @Test func `an asynchronous preparation awaits what it prepares, and everybody sees it`()
    async throws
  {
    try await DependencyValues.$_current.withValue(.test) {
      try await prepareDependencies {
        $0[PlaceKey.self] = "prepared"
        $0[ReadyKey.self] = try await AsyncDependency { 7 }.value
        try await AsyncDependency.prepare($0[ServiceKey.self], $0[NumberKey.self])
      }
      @Dependency(ReadyKey.self) var ready
      @Dependency(ServiceKey.self) var service
      #expect(ready == 7)
      #expect(service.creation.waiterCount == 0)
      #expect(try await service.value.name == "prepared")
      #expect(
        explainDependency(ReadyKey.self).dependencies.first?.origins.first?.kind == .prepared)
    }
  }

  @Test func `a value that is there already is given at once`() async throws {
    #expect(try await AsyncDependency(value: 3).value == 3)
  }

  @Test func `the state lets an abandoned attempt end nothing`() {
    var state = AsyncCreationState<String, Int>()
    guard case .create(attempt: 1) = state.wait(1, 1) else {
      Issue.record("the first creates")
      return
    }
    let (waiter, abandoned) = state.cancel(1)
    #expect(waiter == 1)
    #expect(abandoned == 1)
    guard case .create(attempt: 2) = state.wait(2, 2) else {
      Issue.record("the next creates")
      return
    }
    let late = state.finish(attempt: 1, keeping: "late")
    #expect(late == [])
    #expect(state.value == nil)
    let waiters = state.finish(attempt: 2, keeping: "made")
    #expect(waiters == [2])
    #expect(state.value == "made")
  }
}

@Suite struct MainActorDependencyTests {
  @Test func `it is made once, on the main actor, at its first read`() async {
    let made = LockIsolated(0)
    let dependency = MainActorDependency { () -> Unshared in
      MainActor.assertIsolated()
      made.withValue { $0 += 1 }
      return Unshared()
    }
    #expect(made.value == 0)
    await MainActor.run {
      #expect(dependency.value === dependency.value)
    }
    #expect(made.value == 1)
  }

  @Test func `made under an override, it is seen by nobody outside`() async {
    await DependencyValues.$_current.withValue(.test) {
      let dependency = MainActorDependency { () -> String in
        @Dependency(PlaceKey.self) var place
        return place
      }
      await MainActor.run {
        withDependencies {
          $0[PlaceKey.self] = "override"
        } operation: {
          #expect(dependency.value == "override")
        }
        #expect(dependency.value == "base")
      }
    }
  }

  private final class Unshared {}
}

extension Result {
  fileprivate var error: Failure? {
    if case .failure(let error) = self { return error }
    return nil
  }
}

private actor AsyncGate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

/// Nobody leaves before all have arrived.
private actor AsyncMeeting {
  private var missing: Int
  private let gate = AsyncGate()

  init(_ count: Int) {
    missing = count
  }

  func arrive() async {
    missing -= 1
    if missing == 0 { await gate.open() }
    await gate.wait()
  }
}

private final class Service: Sendable {
  let name: String

  init(_ name: String) {
    self.name = name
  }
}

private enum PlaceKey: TestDependencyKey {
  static var testValue: String { "base" }
}

private enum ServiceKey: TestDependencyKey {
  static var testValue: AsyncDependency<Service> {
    AsyncDependency {
      await Task.yield()
      @Dependency(PlaceKey.self) var place
      return Service(place)
    }
  }
}

private enum ReadyKey: TestDependencyKey {
  static var testValue: Int { 0 }
}

private enum NumberKey: TestDependencyKey {
  static var testValue: AsyncDependency<Int> { AsyncDependency { 1 } }
}

private enum ChickenKey: TestDependencyKey {
  static var testValue: AsyncDependency<Int> {
    AsyncDependency {
      @Dependency(EggKey.self) var egg
      return try await egg.value
    }
  }
}

private enum EggKey: TestDependencyKey {
  static var testValue: AsyncDependency<Int> {
    AsyncDependency {
      @Dependency(ChickenKey.self) var chicken
      return try await chicken.value
    }
  }
}
