import Dependencies
import DependenciesMacros

@DependencyClient
struct Methods: Sendable {
  /// Documentation.
  var labels: @Sendable (_ id: Int, Int, _ name: String) -> String?
  var change: @Sendable (_ value: inout Int) -> Void
  var autoclosure: @Sendable (_ text: @autoclosure () -> String) -> Void
  var escaping: @Sendable (_ body: @escaping @Sendable () -> Void) -> Void
  @DependencyEndpoint(method: "renamed") var original: @Sendable (Int) -> Int?
  @DependencyEndpoint(method: "`class`") var kind: @Sendable (_ of: Int) -> Void
  var `default`: @Sendable (_ `in`: Int) -> Void
  @available(*, deprecated) var old: @Sendable (_ id: Int) -> Void
  var overloaded: @Sendable (_ id: Int) async throws -> Int
  var typed: @Sendable (_ id: Int) throws(FetchError) -> Int = { id throws(FetchError) in id }
  @DependencyEndpoint var optional: (@Sendable (_ id: Int) -> Int)? = { $0 }
}

@DependencyClient
struct VariadicProperty: Sendable {
  var sum: @Sendable (Int...) -> Int? = { $0.reduce(0, +) }
}

struct Token: ~Copyable { let id: Int }
final class Box { var value = 0 }

@DependencyClient
struct Ownership: Sendable {
  var borrow: @Sendable (_ token: borrowing Token) -> Void
  var consume: @Sendable (_ token: consuming Token) -> Void
  var send: @Sendable (_ box: sending Box) -> Void
  var receive: @Sendable () throws -> sending Box
}

let methodShapes: [Shape] = [
  Shape("labels") {
    try await expectUnimplemented("Methods.labels") {
      try expect(Methods().labels(id: 1, 2, name: "x") == nil)
    }
    var client = Methods()
    client.labels = { "\($0)\($1)\($2)" }
    try expect(client.labels(id: 1, 2, name: "x") == "12x")
  },
  Shape("inout") {
    var client = Methods()
    client.change = { $0 += 1 }
    var value = 1
    client.change(value: &value)
    try expect(value == 2)
  },
  Shape("autoclosure") {
    let text = LockIsolated("")
    var client = Methods()
    client.autoclosure = { value in
      let value = value()
      text.setValue(value)
    }
    client.autoclosure(text: "x")
    try expect(text.value == "x")
  },
  Shape("escaping parameters") {
    try await expectUnimplemented("Methods.escaping") { Methods().escaping(body: {}) }
  },
  Shape("a named method") {
    try await expectUnimplemented("Methods.original") {
      try expect(Methods().renamed(1) == nil)
    }
  },
  Shape("a method named by a keyword") {
    try await expectUnimplemented("Methods.kind") { Methods().class(of: 1) }
  },
  Shape("names in backticks") {
    try await expectUnimplemented("Methods.default") { Methods().default(in: 1) }
  },
  Shape("a deprecated endpoint makes no warnings of its own") {
    try await expectUnimplemented("Methods.typed") { _ = try Methods().typed(id: 1) }
  },
  Shape("a labeled method throws") {
    try await expectUnimplementedError("Methods.overloaded") {
      _ = try await Methods().overloaded(id: 1)
    }
  },
  Shape("the method of an optional closure") {
    try await expectUnimplementedOrNil()
  },
  Shape("a variadic property without a method") {
    try await expectUnimplemented("VariadicProperty.sum") {
      try expect(VariadicProperty().sum(1, 2, 3) == 6)
    }
  },
  Shape("~Copyable parameters") {
    try await expectUnimplemented("Ownership.borrow", "Ownership.consume") {
      let client = Ownership()
      client.borrow(token: Token(id: 1))
      client.consume(token: Token(id: 2))
    }
  },
  Shape("sending parameters and results") {
    try await expectUnimplemented("Ownership.send") { Ownership().send(box: Box()) }
    try await expectUnimplementedError("Ownership.receive") { _ = try Ownership().receive() }
  },
]

private func expectUnimplementedOrNil() async throws {
  var client = Methods()
  client.optional = { $0 + 1 }
  try expect(client.optional(id: 1) == 2)
  client.optional = nil
  try expect(client.optional(id: 1) == nil)
}
