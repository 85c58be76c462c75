import DependencySupport
import Testing

@testable import Dependencies

/// Whatever makes a value, and whatever carries an override to it: nobody else sees what was made under the override, and it
/// dies with it.
@Suite struct LifetimeLeakTests {
  /// What makes the value.
  enum Maker: CaseIterable, Sendable {
    case value, member, weakMember, recentMember, memberOfMember, asynchronous, asynchronousMember
    case mainActor, derived, scoped

    /// Reads the value that this makes of ``PlaceKey``.
    func read() async throws -> LifetimeTracked {
      switch self {
      case .value: current(ValueKey.self)
      case .member: current(MemberKey.self)[1]
      case .weakMember: current(WeakMemberKey.self)[1]
      case .recentMember: current(RecentMemberKey.self)[1]
      case .memberOfMember: current(MemberOfMemberKey.self)[1]
      case .asynchronous: try await current(AsyncKey.self).value
      case .asynchronousMember: try await current(AsyncMemberKey.self)[1].value
      case .mainActor: await readMainActor()
      case .derived: current(DerivedKey.self)
      case .scoped: current(ScopedKey.self)
      }
    }

    @MainActor private func readMainActor() -> LifetimeTracked { current(MainActorKey.self).value }
  }

  /// What carries the override.
  enum Carrier: CaseIterable, Sendable {
    case operation, asyncOperation, model, modelInsideOfAnother, continuation, childTask, task
    case nestedOverride, nestedScope

    func carry(
      _ place: String, to operation: @escaping @Sendable () async throws -> Void
    ) async throws {
      let override: @Sendable (inout DependencyValues) -> Void = { $0[PlaceKey.self] = place }
      switch self {
      case .operation:
        try await withDependencies(override, operation: operation)
      case .asyncOperation:
        try await withDependencies {
          await Task.yield()
          override(&$0)
        } operation: {
          await Task.yield()
          try await operation()
        }
      case .model:
        let model = withDependencies(override, operation: { Model() })
        try await withDependencies(from: model) { try await operation() }
      case .modelInsideOfAnother:
        let model = withDependencies(override, operation: { Model() })
        let child = withDependencies(from: model) { Model() }
        try await withDependencies(from: child) { try await operation() }
      case .continuation:
        let continuation = withDependencies(override) { withEscapedDependencies { $0 } }
        try await Task.detached { try await continuation.yield { try await operation() } }.value
      case .childTask:
        try await withDependencies(override) {
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await operation() }
            try await group.waitForAll()
          }
        }
      case .task:
        try await withDependencies(override) { try await Task { try await operation() }.value }
      case .nestedOverride:
        try await withDependencies(override) {
          try await withDependencies {
            $0[UnrelatedKey.self] = 1
          } operation: {
            try await operation()
          }
        }
      case .nestedScope:
        try await withDependencies(override) {
          try await withDependencyScope(.inner) { try await operation() }
        }
      }
    }
  }

  private let lifetimes = Lifetimes()

  private func inFreshValues(_ operation: () async throws -> Void) async rethrows {
    // The lifetimes are no override, so that what reads nothing else belongs to nobody.
    let values = DependencyValues(context: .test)
    try await DependencyValues.$_current.withValue(values) {
      prepareDependencies { $0[LifetimesKey.self] = lifetimes }
      try await withDependencyScope(.outer) { try await operation() }
    }
  }

  @Test(arguments: Maker.allCases, Carrier.allCases)
  func `what is made under an override is one value there, and none outside`(
    maker: Maker, carrier: Carrier
  ) async throws {
    try await inFreshValues {
      try await carrier.carry("override") {
        let first = try await maker.read()
        let second = try await maker.read()
        #expect(first.name == "override")
        #expect(first === second)
      }
      #expect(lifetimes.alive == 0)
      let base = try await maker.read()
      let again = try await maker.read()
      #expect(base.name == "base")
      #expect(base === again)
      try await carrier.carry("other") {
        // Only derived values and those that nobody holds follow.
        let expected = maker == .derived ? "other" : "base"
        let other = try await maker.read()
        #expect(other.name == expected)
      }
      let last = try await maker.read()
      #expect(last === base)
    }
    #expect(lifetimes.alive == 0)
  }

  @Test(arguments: Maker.allCases)
  func `overrides that hold at the same time do not meet`(maker: Maker) async throws {
    try await inFreshValues {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<50 {
          group.addTask {
            let carriers = Carrier.allCases
            try await carriers[index % carriers.count].carry("\(index)") {
              let first = try await maker.read()
              await Task.yield()
              let second = try await maker.read()
              #expect(first.name == "\(index)")
              #expect(first === second)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(lifetimes.alive == 0)
      let base = try await maker.read()
      #expect(base.name == "base")
    }
  }

  @Test(arguments: Maker.allCases)
  func `an object that captured an override reads what was made under it, until it dies`(
    maker: Maker
  ) async throws {
    try await inFreshValues {
      var model: Reader? = withDependencies {
        $0[PlaceKey.self] = "captured"
      } operation: {
        Reader()
      }
      let read = try await model?.read(maker)
      #expect(read == "captured")
      let base = try await maker.read()
      #expect(base.name == "base")
      let alive = lifetimes.alive
      // Weak members die as soon as nobody holds them.
      #expect(alive == (maker == .weakMember ? 1 : 2))
      model = nil
      #expect(lifetimes.alive == 1)
      withExtendedLifetime(base) {}
    }
  }

  @Test func `an error of a creation under another override reaches nobody else`() async throws {
    try await inFreshValues {
      let dependency = current(FailingKey.self)
      let failing = Task {
        try await withDependencies {
          $0[PlaceKey.self] = "failing"
        } operation: {
          try await dependency.value
        }
      }
      let gate = current(GateKey.self)
      while !gate.isUnderWay { await Task.yield() }
      let waiting = Task { try await dependency.value }
      let alike = Task {
        try await withDependencies {
          $0[UnrelatedKey.self] = 1
        } operation: {
          try await dependency.value
        }
      }
      while dependency.creation.waiterCount < 3 { await Task.yield() }
      gate.open()
      await #expect(throws: Failure.self) { _ = try await failing.value }
      let values = (try await waiting.value, try await alike.value)
      #expect(values == ("base", "base"))
    }
  }
}

private struct Failure: Error {}

/// Holds back the first who waits until it is opened.
private final class Gate: Sendable {
  private enum State {
    case free, open
    case holding(CheckedContinuation<Void, Never>)
  }

  private let state = LockIsolated(State.free)

  var isUnderWay: Bool {
    state.withValue { if case .holding = $0 { true } else { false } }
  }

  func pass() async {
    await withCheckedContinuation { continuation in
      let mayPass = state.withValue { state in
        guard case .free = state else { return true }
        state = .holding(continuation)
        return false
      }
      if mayPass { continuation.resume() }
    }
  }

  func open() {
    let held = state.withValue { state -> CheckedContinuation<Void, Never>? in
      defer { state = .open }
      if case .holding(let continuation) = state { return continuation }
      return nil
    }
    held?.resume()
  }
}

private func current<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value {
  @Dependency(key) var value
  return value
}

private func tracked() -> LifetimeTracked {
  LifetimeTracked(current(PlaceKey.self), in: current(LifetimesKey.self))
}

private final class Model: Sendable {
  private let place = Dependency(PlaceKey.self)
}

private final class Reader: @unchecked Sendable {
  // Sendable: a wrapper is not written after the object was made.
  @Dependency(ValueKey.self) private var value
  @Dependency(MemberKey.self) private var members
  @Dependency(WeakMemberKey.self) private var weakMembers
  @Dependency(RecentMemberKey.self) private var recentMembers
  @Dependency(MemberOfMemberKey.self) private var membersOfMembers
  @Dependency(AsyncKey.self) private var asynchronous
  @Dependency(AsyncMemberKey.self) private var asynchronousMembers
  @Dependency(MainActorKey.self) private var mainActor
  @Dependency(DerivedKey.self) private var derived
  @Dependency(ScopedKey.self) private var scoped

  func read(_ maker: LifetimeLeakTests.Maker) async throws -> String {
    switch maker {
    case .value: value.name
    case .derived: derived.name
    case .scoped: scoped.name
    default: try await withDependencies(from: self) { try await maker.read().name }
    }
  }
}

extension DependencyScope {
  fileprivate static let outer = DependencyScope("outer")
  fileprivate static let inner = DependencyScope("inner")
}

private enum LifetimesKey: TestDependencyKey {
  static var testValue: Lifetimes { Lifetimes() }
}

private enum PlaceKey: TestDependencyKey {
  static var testValue: String { "base" }
}

private enum UnrelatedKey: TestDependencyKey {
  static var testValue: Int { 0 }
}

private enum GateKey: TestDependencyKey {
  static var testValue: Gate { Gate() }
}

private enum ValueKey: TestDependencyKey {
  static var testValue: LifetimeTracked { tracked() }
}

private enum MemberKey: TestDependencyKey {
  static var testValue: DependencyFamily<Int, LifetimeTracked> {
    DependencyFamily { _ in tracked() }
  }
}

private enum WeakMemberKey: TestDependencyKey {
  static var testValue: DependencyFamily<Int, LifetimeTracked> {
    DependencyFamily(retention: .weak) { _ in tracked() }
  }
}

private enum RecentMemberKey: TestDependencyKey {
  static var testValue: DependencyFamily<Int, LifetimeTracked> {
    DependencyFamily(retention: .leastRecentlyUsed(limit: 1)) { _ in tracked() }
  }
}

private final class Holder: Sendable {
  let value: LifetimeTracked

  init(_ value: LifetimeTracked) {
    self.value = value
  }
}

private enum HolderKey: TestDependencyKey {
  static var testValue: DependencyFamily<Int, Holder> {
    DependencyFamily { _ in Holder(tracked()) }
  }
}

private enum MemberOfMemberKey: TestDependencyKey {
  static var testValue: DependencyFamily<Int, LifetimeTracked> {
    DependencyFamily { current(HolderKey.self)[$0].value }
  }
}

private enum AsyncKey: TestDependencyKey {
  static var testValue: AsyncDependency<LifetimeTracked> {
    AsyncDependency {
      await Task.yield()
      return tracked()
    }
  }
}

private enum AsyncMemberKey: TestDependencyKey {
  static var testValue: DependencyFamily<Int, AsyncDependency<LifetimeTracked>> {
    DependencyFamily { _ in
      AsyncDependency {
        await Task.yield()
        return tracked()
      }
    }
  }
}

private enum MainActorKey: TestDependencyKey {
  static var testValue: MainActorDependency<LifetimeTracked> { MainActorDependency { tracked() } }
}

private enum DerivedKey: DerivedDependencyKey {
  static var liveValue: LifetimeTracked { tracked() }
  static var testValue: LifetimeTracked { liveValue }
}

private enum ScopedKey: ScopedDependencyKey {
  static var scope: DependencyScope { .outer }
  static var liveValue: LifetimeTracked { tracked() }
  static var testValue: LifetimeTracked { liveValue }
}

private enum FailingKey: TestDependencyKey {
  static var testValue: AsyncDependency<String> {
    AsyncDependency {
      let place = current(PlaceKey.self)
      await current(GateKey.self).pass()
      if place == "failing" { throw Failure() }
      return place
    }
  }
}
