import Dependencies
import DependenciesMacros
import ShapesLibrary

/// The name of the module is taken here.
struct Dependencies: Sendable {}

@DependencyClient
struct Parameters: Sendable {
  var fetch: @Sendable () -> Void
  let id: Int
  var name = "x"
  var ratio = 0.5, count = -1
  var flag: Bool = true
  var x, y: Int
  var sugar: Int?
  var long: Swift.Optional<Int>
  let constant: @Sendable () -> Int
  let fixed = 1
  var computed: Int { id }
  var later: Int { get async throws { id } }
  private var hidden = [1]
  @DependencyEndpointIgnored var ignored: @Sendable () -> Int = { 9 }
}

@DependencyClient
struct Conditional: Sendable {
  var fetch: @Sendable () -> Void
  #if os(Linux)
    var linux: @Sendable () -> Void
  #else
    var other: @Sendable () -> Void
  #endif
  #if SHAPES_NEVER
    var never: Missing
  #endif
  var last: Int = 3
}

@DependencyClient
struct Generic<Element: Sendable>: Sendable {
  var all: @Sendable () async throws -> [Element]
  var add: @Sendable (_ element: Element) -> Void
  var first: @Sendable () -> Element?
}

enum Namespace {}

extension Namespace {
  @DependencyClient
  struct Client: Sendable {
    var fetch: @Sendable () -> Void
  }
}

@DependencyClient
private struct PrivateClient: Sendable {
  var fetch: @Sendable () -> Void
}

private struct Secret: Sendable {}

@DependencyClient
struct FilePrivateProperty: Sendable {
  fileprivate var secret: Secret
  fileprivate var open: @Sendable (_ secret: Secret) -> Void
}

@DependencyClient
struct PrivateSetter: Sendable {
  private(set) var count: Int = 0
  private(set) var fetch: @Sendable (_ id: Int) -> Void
}

@DependenciesMacros.DependencyClient
struct Qualified: Sendable {
  @DependenciesMacros.DependencyEndpoint(method: "get") var fetch: @Sendable (Int) -> Int?
  @DependenciesMacros.DependencyEndpointIgnored var ignored: @Sendable () -> Int = { 1 }
}

@DependencyClient
struct OwnInitializer: Sendable {
  var fetch: @Sendable () -> Void

  init() {
    self.init(fetch: {})
  }
}

@DependencyClient
struct WithDependency: Sendable {
  @Dependency(\.number) var number
  var fetch: @Sendable () -> Void
}

@DependencyClient
struct WithoutEndpoints {
  var count: Int
}

struct MarkedOnly {
  @DependencyEndpoint var fetch: () throws -> Int
}

let clientShapes: [Shape] = [
  Shape("parameters") {
    let client = Parameters(
      fetch: {}, id: 1, name: "y", ratio: 1, count: 2, flag: false, x: 1, y: 2, sugar: 3, long: 4,
      constant: { 5 })
    try expect(client.id == 1 && client.y == 2 && client.constant() == 5 && client.long == 4)
    try expect(client.fixed == 1 && client.computed == 1 && client.ignored() == 9)
  },
  Shape("parameters with defaults") {
    let client = Parameters(id: 1, x: 1, y: 2, constant: { 5 })
    try expect(client.name == "x" && client.count == -1 && client.sugar == nil)
    try await expectUnimplemented("Parameters.fetch") { client.fetch() }
  },
  Shape("#if members") {
    #if os(Linux)
      let client = Conditional(fetch: {}, linux: {}, last: 4)
    #else
      let client = Conditional(fetch: {}, other: {}, last: 4)
    #endif
    try expect(client.last == 4)
    #if os(Linux)
      try await expectUnimplemented("Conditional.linux") { Conditional().linux() }
    #endif
  },
  Shape("a generic client") {
    try await expectUnimplementedError("Generic<Int>.all") { _ = try await Generic<Int>().all() }
    try await expectUnimplemented("Generic<Int>.add", "Generic<Int>.first") {
      Generic<Int>().add(element: 1)
      try expect(Generic<Int>().first() == nil)
    }
  },
  Shape("a client in an extension") {
    try await expectUnimplemented("Client.fetch") { Namespace.Client().fetch() }
  },
  Shape("a private client") {
    try await expectUnimplemented("PrivateClient.fetch") { PrivateClient().fetch() }
  },
  Shape("a fileprivate property") {
    try await expectUnimplemented("FilePrivateProperty.open") {
      FilePrivateProperty(secret: Secret()).open(secret: Secret())
    }
  },
  Shape("a private setter") {
    let client = PrivateSetter(count: 2, fetch: { _ in })
    client.fetch(id: 1)
    try expect(client.count == 2 && PrivateSetter().count == 0)
  },
  Shape("qualified attributes") {
    try await expectUnimplemented("Qualified.fetch") {
      try expect(Qualified().get(1) == nil && Qualified(fetch: { $0 }).ignored() == 1)
    }
  },
  Shape("an initializer of its own") { OwnInitializer().fetch() },
  Shape("a client with a dependency") {
    WithDependency(fetch: {}).fetch()
    _ = WithDependency()
  },
  Shape("a client without endpoints") { try expect(WithoutEndpoints(count: 1).count == 1) },
  Shape("an endpoint without a client") {
    try await expectUnimplementedError("MarkedOnly.fetch") { _ = try MarkedOnly().fetch() }
  },
  Shape("a public client of another module") {
    try await expectUnimplementedError("PublicClient.fetch") {
      _ = try await PublicClient(prefix: "x").fetch(id: 1, fresh: true)
    }
    let client = PublicClient(fetch: { id, _ in "\(id)" }, isOnline: { false })
    let text = try await client.fetch(id: 1, fresh: false)
    try expect(text == "1" && client.prefix == "#" && !client.isOnline())
  },
  Shape("a package client of another module") {
    try await expectUnimplemented("PackageClient.fetch") {
      try expect(PackageClient().fetch(id: 1) == nil)
    }
  },
  Shape("an initializer below the client's access") {
    try expect(LowerClient.made.shownDetail == 2)
  },
]
