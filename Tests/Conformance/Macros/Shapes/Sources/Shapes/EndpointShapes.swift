import Dependencies
import DependenciesMacros

typealias Handler = @Sendable (Int) -> Void
typealias Fetch = @Sendable (Int, String) async throws -> String
typealias Maybe = @Sendable () -> Int?
typealias Value = @Sendable (Int) -> Int
typealias OnMain = @MainActor @Sendable (Int) -> Void

enum FetchError: Error { case offline }

@DependencyClient
struct Results: Sendable {
  var throwing: @Sendable () throws -> Int
  var asyncThrowing: @Sendable (Int, Int) async throws -> Int
  var nothing: @Sendable () -> Void
  var unit: @Sendable () -> ()
  var swiftVoid: @Sendable () -> Swift.Void
  var parenthesizedVoid: @Sendable () -> (Void)
  var optional: @Sendable () -> Int?
  var long: @Sendable () -> Optional<Int>
  var qualified: @Sendable () async -> Swift.Optional<Int>
  var parenthesizedOptional: @Sendable () -> (Int?)
  var parentheses: (@Sendable () -> Void)
  var anyError: @Sendable () throws(any Error) -> Int
  var ownError: @Sendable () throws(Unimplemented) -> Int
  var never: @Sendable () throws(Never) -> Void
  var typed: @Sendable (Int) throws(FetchError) -> Int = { _ throws(FetchError) in
    throw .offline
  }
  var value: @Sendable () -> Int = { 1 }
  var statements: @Sendable (Int) -> Int = { number in
    let doubled = number * 2
    return doubled
  }
  var choice: @Sendable (Bool) -> Int = { if $0 { 1 } else { 2 } }
  var closure: @Sendable () -> Void = { {}() }
  var wrapped: @Sendable () -> Int = ({ 3 })
  var implicit: @Sendable () -> FetchError = { .offline }
}

@DependencyClient
struct Marked: Sendable {
  @DependencyEndpoint var handler: Handler
  @DependencyEndpoint var fetch: Fetch
  @DependencyEndpoint var maybe: Maybe
  @DependencyEndpoint var value: Value = { $0 }
  @DependencyEndpoint var onMain: OnMain
  @DependencyEndpoint var optional: (@Sendable (_ id: Int) -> Int)? = { $0 }
  @DependencyEndpoint var unwrapped: (@Sendable () -> Void)!
  @DependencyEndpoint var optionalAlias: Handler?
  var plainOptional: (@Sendable () -> Void)?
}

@DependencyClient
struct Observed {
  static let changes = LockIsolated(0)
  var fetch: @Sendable () -> Void { didSet { Observed.changes.withValue { $0 += 1 } } }
  var before: @Sendable () -> Void { willSet { Observed.changes.withValue { $0 += 10 } } }
}

@DependencyClient
struct Foreign {
  var call: @convention(c) (Int32) -> Void
  var labeled: @convention(c) (_ code: Int32) -> Int32 = { $0 }
}

struct Shared {
  @DependencyEndpoint static var fetch: @Sendable (_ id: Int) -> Int?
}

class Base {
  @DependencyEndpoint class var fetch: @Sendable () -> Void
  @DependencyEndpoint var instance: () -> Void
}

@DependencyClient
struct WithStatic: Sendable {
  var fetch: @Sendable () -> Void
  static var count: @Sendable () -> Int = { 7 }
}

let endpointShapes: [Shape] = [
  Shape("throwing") {
    try await expectUnimplementedError("Results.throwing") { _ = try Results().throwing() }
  },
  Shape("async and throwing") {
    try await expectUnimplementedError("Results.asyncThrowing") {
      _ = try await Results().asyncThrowing(1, 2)
    }
  },
  Shape("the ways to write nothing") {
    try await expectUnimplemented(
      "Results.nothing", "Results.unit", "Results.swiftVoid", "Results.parenthesizedVoid"
    ) {
      let client = Results()
      client.nothing()
      client.unit()
      client.swiftVoid()
      client.parenthesizedVoid()
    }
  },
  Shape("T?") {
    try await expectUnimplemented("Results.optional") { try expect(Results().optional() == nil) }
  },
  Shape("Optional<T>") {
    try await expectUnimplemented("Results.long") { try expect(Results().long() == nil) }
  },
  Shape("Swift.Optional<T>") {
    try await expectUnimplemented("Results.qualified") {
      let value = await Results().qualified()
      try expect(value == nil)
    }
  },
  Shape("(T?)") {
    try await expectUnimplemented("Results.parenthesizedOptional") {
      try expect(Results().parenthesizedOptional() == nil)
    }
  },
  Shape("a parenthesized closure") {
    try await expectUnimplemented("Results.parentheses") { Results().parentheses() }
  },
  Shape("throws(any Error)") {
    try await expectUnimplementedError("Results.anyError") { _ = try Results().anyError() }
  },
  Shape("throws(Unimplemented)") {
    try await expectUnimplementedError("Results.ownError") { _ = try Results().ownError() }
  },
  Shape("throws(Never)") {
    try await expectUnimplemented("Results.never") { Results().never() }
  },
  Shape("a typed error with a default") {
    try await expectUnimplemented("Results.typed") {
      do {
        _ = try Results().typed(1)
        throw Failure(description: "did not throw")
      } catch FetchError.offline {
      }
    }
  },
  Shape("a default of one expression") {
    try await expectUnimplemented("Results.value") { try expect(Results().value() == 1) }
  },
  Shape("a default of statements") {
    try await expectUnimplemented("Results.statements") {
      try expect(Results().statements(2) == 4)
    }
  },
  Shape("a default that is an if expression") {
    try await expectUnimplemented("Results.choice") { try expect(Results().choice(false) == 2) }
  },
  Shape("a default that calls a closure") {
    try await expectUnimplemented("Results.closure") { Results().closure() }
  },
  Shape("a default in parentheses") {
    try await expectUnimplemented("Results.wrapped") { try expect(Results().wrapped() == 3) }
  },
  Shape("a default that is an implicit member") {
    try await expectUnimplemented("Results.implicit") {
      try expect(Results().implicit() == .offline)
    }
  },
  Shape("an alias without a result") {
    try await expectUnimplemented("Marked.handler") { Marked().handler(1) }
  },
  Shape("an alias that throws") {
    try await expectUnimplementedError("Marked.fetch") { _ = try await Marked().fetch(1, "") }
  },
  Shape("an alias with an optional result") {
    try await expectUnimplemented("Marked.maybe") { try expect(Marked().maybe() == nil) }
  },
  Shape("an alias with a default") {
    try await expectUnimplemented("Marked.value") { try expect(Marked().value(3) == 3) }
  },
  Shape("an alias on the main actor") {
    try await expectUnimplemented("Marked.onMain") { await Marked().onMain(1) }
  },
  Shape("a marked optional closure") {
    try await expectUnimplemented("Marked.unwrapped", "Marked.optionalAlias") {
      let client = Marked()
      client.unwrapped()
      client.optionalAlias?(1)
    }
  },
  Shape("an optional closure is nil by default") {
    try expect(Marked().plainOptional == nil)
    try expect(Marked(plainOptional: {}).plainOptional != nil)
  },
  Shape("observers run once, and not in initializers") {
    var client = Observed(fetch: {}, before: {})
    try expect(Observed.changes.value == 0)
    client.fetch = {}
    client.before = {}
    try expect(Observed.changes.value == 11, "\(Observed.changes.value)")
  },
  Shape("@convention(c)") {
    try await expectUnimplemented("Foreign.call", "Foreign.labeled") {
      Foreign().call(1)
      try expect(Foreign().labeled(code: 2) == 2)
    }
  },
  Shape("a static endpoint") {
    try await expectUnimplemented("Shared.fetch") { try expect(Shared.fetch(id: 1) == nil) }
    Shared.fetch = { $0 }
    try expect(Shared.fetch(id: 1) == 1)
  },
  Shape("endpoints of a class") {
    try await expectUnimplemented("Base.fetch", "Base.instance") {
      Base.fetch()
      Base().instance()
    }
  },
  Shape("a static closure of a client") {
    try await expectUnimplemented("WithStatic.count") { try expect(WithStatic.count() == 7) }
  },
]
