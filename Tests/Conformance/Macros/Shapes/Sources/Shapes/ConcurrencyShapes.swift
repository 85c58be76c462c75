import Dependencies
import DependenciesMacros

actor Worker {
  var count = 0
  func add() { count += 1 }
}

@DependencyClient
struct Isolation: Sendable {
  var main: @MainActor @Sendable (_ id: Int) -> Void
  @MainActor var property: @Sendable (_ id: Int) -> Void
  var anyIsolation: @isolated(any) @Sendable (_ id: Int) -> Void
  var isolated: @Sendable (_ worker: isolated Worker) -> Void
  var concurrent: @concurrent @Sendable (_ id: Int) async -> Void
  var caller: nonisolated(nonsending) @Sendable (_ id: Int) async -> Void
}

@DependencyClient
struct NotSendable {
  var fetch: (_ id: Int) -> Void
  var later: () async throws -> Int
}

let concurrencyShapes: [Shape] = [
  Shape("a closure on the main actor") {
    try await expectUnimplemented("Isolation.main") { await Isolation().main(id: 1) }
  },
  Shape("a property on the main actor") {
    try await expectUnimplemented("Isolation.property") { await Isolation().property(id: 1) }
  },
  Shape("@isolated(any)") {
    try await expectUnimplemented("Isolation.anyIsolation") {
      await Isolation().anyIsolation(id: 1)
    }
  },
  Shape("an isolated parameter") {
    try await expectUnimplemented("Isolation.isolated") {
      await Isolation().isolated(worker: Worker())
    }
  },
  Shape("@concurrent") {
    try await expectUnimplemented("Isolation.concurrent") { await Isolation().concurrent(id: 1) }
  },
  Shape("nonisolated(nonsending)") {
    try await expectUnimplemented("Isolation.caller") { await Isolation().caller(id: 1) }
  },
  Shape("a client that is not Sendable") {
    try await expectUnimplemented("NotSendable.fetch") { NotSendable().fetch(id: 1) }
  },
]
