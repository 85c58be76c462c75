import DependencySupport
import Foundation
import Testing

@testable import Dependencies

/// What a scope lets go of and disposes of when it is closed, whoever still holds the scope.
@Suite struct ScopeEndTests {
  private let lifetimes = Lifetimes()
  private let log = EventLog()

  private func inFreshValues<R>(_ operation: () async throws -> R) async rethrows -> R {
    try await DependencyValues.$_current.withValue(.test) {
      try await withDependencies {
        $0[LifetimesKey.self] = lifetimes
        $0[LogKey.self] = log
      } operation: {
        try await operation()
      }
    }
  }

  @Test func `a scoped value that read an override is let go of while the override holds`() async {
    await inFreshValues {
      let instance = DependencyScope.visit.open()
      instance.run { #expect(read(TrackedKey.self) === read(TrackedKey.self)) }
      #expect(lifetimes.alive == 1)
      await instance.close()
      #expect(lifetimes.alive == 0)
      withExtendedLifetime(instance) {}
    }
  }

  @Test func `a default that was made of scoped values is let go of while a model holds the scope`()
    async
  {
    await inFreshValues {
      let instance = DependencyScope.visit.open()
      let model = instance.run {
        _ = read(SummaryKey.self)
        return Model()
      }
      #expect(lifetimes.alive == 2)
      await instance.close()
      #expect(lifetimes.alive == 0)
      withExtendedLifetime((instance, model)) {}
    }
  }

  @Test func `a scoped value that belongs to an override inside the scope is let go of too`() async
  {
    await inFreshValues {
      let instance = DependencyScope.visit.open()
      let model = instance.run {
        withDependencies {
          $0[NameKey.self] = "inner"
        } operation: {
          #expect(read(NamedKey.self).name == "inner")
          return Model()
        }
      }
      #expect(lifetimes.alive == 1)
      await instance.close()
      #expect(lifetimes.alive == 0)
      withExtendedLifetime((instance, model)) {}
    }
  }

  @Test func `members, asynchronous, derived and main-actor values of a scope are let go of`()
    async throws
  {
    try await inFreshValues {
      let instance = DependencyScope.visit.open()
      try await instance.run {
        _ = read(FamilyKey.self)[1]
        _ = try await read(AsyncKey.self).value
        _ = read(DerivedKey.self)
        await MainActor.run { _ = read(MainActorKey.self).value }
      }
      // Each of them made one, and the value of the scope is one more.
      #expect(lifetimes.alive == 5)
      await instance.close()
      #expect(lifetimes.alive == 0)
      withExtendedLifetime(instance) {}
    }
  }

  @Test func `what is read through a closed scope is kept by nobody`() async {
    let collector = IssueCollector()
    await collector.collect {
      await inFreshValues {
        let instance = DependencyScope.visit.open()
        let first = ObjectIdentifier(instance.run { read(SummaryKey.self) })
        await instance.close()
        #expect(collector.messages == [])
        let second = instance.run { read(SummaryKey.self) }
        #expect(ObjectIdentifier(second) != first || lifetimes.alive == 2)
        withExtendedLifetime(second) { #expect(lifetimes.alive == 2) }
      }
    }
    #expect(lifetimes.alive == 0)
    #expect(collector.messages.count == 1)
    #expect(collector.messages.first?.contains("TrackedKey") == true)
    #expect(collector.messages.first?.contains("'visit', which was closed") == true)
  }

  @Test func `what is made while the scope is closed is awaited and disposed of`() async {
    await inFreshValues {
      await withDependencyScope(.visit) { _ = read(ReportingKey.self) }
      #expect(log.entries == ["reporting begins", "late disposed"])
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a value that closes its own scope when it is disposed of does not wait for itself`() async {
    await inFreshValues {
      let instance = DependencyScope.visit.open()
      await withDependencies {
        $0[InstanceKey.self] = UncheckedSendable(instance)
      } operation: {
        instance.run { _ = read(ClosingKey.self) }
        await instance.close()
      }
      #expect(instance.isClosed)
      #expect(log.entries == ["closing disposed"])
    }
  }

  @Test
  func `what an asynchronous, a main-actor value or a family makes in a scope is disposed of`()
    async throws
  {
    try await inFreshValues {
      try await withDependencyScope(.visit) {
        _ = read(ConnectionsKey.self)["one"]
        _ = try await read(ConnectionKey.self).value
        await MainActor.run { _ = read(MainActorConnectionKey.self).value }
        _ = read(ConnectionsKey.self)["two"]
        #expect(log.entries == [])
      }
      #expect(
        log.entries == ["two disposed", "main disposed", "async disposed", "one disposed"])
    }
  }

  @Test func `what arrives after the end is disposed of at once`() async throws {
    try await inFreshValues {
      let gate = LockIsolated<CheckedContinuation<Void, Never>?>(nil)
      let instance = DependencyScope.visit.open()
      let connection = withDependencies {
        $0[GateKey.self] = gate
      } operation: {
        instance.run { read(LateConnectionKey.self) }
      }
      async let value = instance.run { try await connection.value }
      while gate.value == nil { await Task.yield() }
      await instance.close()
      #expect(log.entries == [])
      gate.withValue { $0?.resume() }
      _ = try await value
      while log.entries.isEmpty { await Task.yield() }
      #expect(log.entries == ["late disposed"])
    }
  }

  #if os(Linux)
    @Test func `14,000 requests leave the process with as much as 4,000 did`() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        await DependencyValues.$_current.withValue(.test) {
          for _ in 0..<2 { await serve(2_000) }
          let before = bytesInUse()
          for _ in 0..<5 { await serve(2_000) }
          print("grew by \(bytesInUse() - before) bytes")
        }
      }
      let growth = try growth(in: result?.standardOutputContent)
      #expect(growth < 200_000)
    }
  #endif
}

#if os(Linux)
  /// Serves requests at the same time, each of which has a scope with a value and a default that is made of it.
  @Sendable private func serve(_ count: Int) async {
    let lifetimes = Lifetimes()
    await withDependencies {
      $0[LifetimesKey.self] = lifetimes
    } operation: {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<count {
          group.addTask {
            await withDependencyScope(.visit) {
              let first = read(SummaryKey.self)
              await Task.yield()
              #expect(read(SummaryKey.self) === first)
            }
          }
        }
      }
    }
    #expect(lifetimes.alive == 0)
  }
#endif

@Sendable private func read<Key: TestDependencyKey>(_ key: Key.Type) -> Key.Value {
  @Dependency(key) var value
  return value
}

extension DependencyScope {
  fileprivate static let visit = DependencyScope("visit")
}

private final class Model {
  @Dependency(NameKey.self) var name
}

private final class EventLog: Sendable {
  private let lines = LockIsolated<[String]>([])

  var entries: [String] { lines.value }

  func add(_ line: String) { lines.withValue { $0.append(line) } }
}

private enum LifetimesKey: TestDependencyKey {
  static var testValue: Lifetimes { Lifetimes() }
}

private enum LogKey: TestDependencyKey {
  static var testValue: EventLog { EventLog() }
}

private enum NameKey: TestDependencyKey {
  static var testValue: String { "base" }
}

private enum InstanceKey: TestDependencyKey {
  static var testValue: UncheckedSendable<DependencyScope.Instance?> { UncheckedSendable(nil) }
}

private enum GateKey: TestDependencyKey {
  static var testValue: LockIsolated<CheckedContinuation<Void, Never>?> { LockIsolated(nil) }
}

private protocol VisitKey: ScopedDependencyKey {}

extension VisitKey {
  static var scope: DependencyScope { .visit }
  static var testValue: Value { liveValue }
}

private func tracked(_ name: String = "") -> LifetimeTracked {
  LifetimeTracked(name, in: read(LifetimesKey.self))
}

private enum TrackedKey: VisitKey {
  static var liveValue: LifetimeTracked { tracked() }
}

private enum NamedKey: VisitKey {
  static var liveValue: LifetimeTracked { tracked(read(NameKey.self)) }
}

private final class Summary: Sendable {
  private let read: LifetimeTracked
  private let own: LifetimeTracked

  init(of value: LifetimeTracked) {
    read = value
    own = value.another("summary")
  }
}

private enum SummaryKey: TestDependencyKey {
  static var testValue: Summary { Summary(of: read(TrackedKey.self)) }
}

private enum FamilyKey: TestDependencyKey {
  static var testValue: DependencyFamily<Int, LifetimeTracked> {
    DependencyFamily { read(TrackedKey.self).another("\($0)") }
  }
}

private enum AsyncKey: TestDependencyKey {
  static var testValue: AsyncDependency<LifetimeTracked> {
    AsyncDependency {
      await Task.yield()
      return read(TrackedKey.self).another("async")
    }
  }
}

private enum DerivedKey: DerivedDependencyKey {
  static var liveValue: LifetimeTracked { read(TrackedKey.self).another("derived") }
  static var testValue: LifetimeTracked { liveValue }
}

private enum MainActorKey: TestDependencyKey {
  static var testValue: MainActorDependency<LifetimeTracked> {
    MainActorDependency { read(TrackedKey.self).another("main") }
  }
}

private struct Connection: DisposableDependency {
  let name: String
  let log: EventLog

  init(_ name: String) {
    self.name = name
    log = read(LogKey.self)
  }

  func dispose() async throws { log.add("\(name) disposed") }
}

private enum LateKey: VisitKey {
  static var liveValue: Connection { Connection("late") }
}

/// Reads another value of the scope for the first time when it is disposed of.
private struct Reporting: DisposableDependency {
  let log: EventLog

  func dispose() async throws {
    log.add("reporting begins")
    _ = read(LateKey.self)
    await Task.yield()
  }
}

private enum ReportingKey: VisitKey {
  static var liveValue: Reporting { Reporting(log: read(LogKey.self)) }
}

private struct Closing: DisposableDependency {
  let instance: DependencyScope.Instance?
  let log: EventLog

  func dispose() async throws {
    await instance?.close()
    log.add("closing disposed")
  }
}

private enum ClosingKey: VisitKey {
  static var liveValue: Closing {
    Closing(instance: read(InstanceKey.self).value, log: read(LogKey.self))
  }
}

private enum ConnectionsKey: VisitKey {
  static var liveValue: DependencyFamily<String, Connection> { DependencyFamily { Connection($0) } }
}

private enum ConnectionKey: VisitKey {
  static var liveValue: AsyncDependency<Connection> {
    AsyncDependency {
      await Task.yield()
      return Connection("async")
    }
  }
}

private enum MainActorConnectionKey: VisitKey {
  static var liveValue: MainActorDependency<Connection> {
    MainActorDependency { Connection("main") }
  }
}

private enum LateConnectionKey: VisitKey {
  static var liveValue: AsyncDependency<Connection> {
    let gate = read(GateKey.self)
    return AsyncDependency {
      await withCheckedContinuation { continuation in gate.setValue(continuation) }
      return Connection("late")
    }
  }
}
