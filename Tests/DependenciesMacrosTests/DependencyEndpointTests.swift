import Testing

@Suite struct DependencyEndpointTests {
  @Test func `a throwing endpoint reports and throws`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint
        var fetch: @Sendable (Int, String) async throws -> String
      }
      """,
      expandsTo: """
        struct Client {
          var fetch: @Sendable (Int, String) async throws -> String {
            get {
              _fetch
            }
            set {
              _fetch = newValue
            }
          }

          private var _fetch: @Sendable (Int, String) async throws -> String = { _, _ in
            DependenciesMacros._reportUnimplemented("Client.fetch")
            throw DependenciesMacros.Unimplemented("Client.fetch")
          }
        }
        """)
  }

  @Test func `an endpoint without a result reports and returns`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint var a: () -> Void
        @DependencyEndpoint var b: (Int) async -> ()
        @DependencyEndpoint var c: () -> Swift.Void
        @DependencyEndpoint var d: () -> (Void)
      }
      """,
      expandsTo: """
        struct Client {
          var a: () -> Void {
            get {
              _a
            }
            set {
              _a = newValue
            }
          }

          private var _a: () -> Void = {
            DependenciesMacros._reportUnimplemented("Client.a")
          }
          var b: (Int) async -> () {
            get {
              _b
            }
            set {
              _b = newValue
            }
          }

          private var _b: (Int) async -> () = { _ in
            DependenciesMacros._reportUnimplemented("Client.b")
          }
          var c: () -> Swift.Void {
            get {
              _c
            }
            set {
              _c = newValue
            }
          }

          private var _c: () -> Swift.Void = {
            DependenciesMacros._reportUnimplemented("Client.c")
          }
          var d: () -> (Void) {
            get {
              _d
            }
            set {
              _d = newValue
            }
          }

          private var _d: () -> (Void) = {
            DependenciesMacros._reportUnimplemented("Client.d")
          }
        }
        """)
  }

  @Test func `an endpoint with an optional result returns nil`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint var a: (Int) -> Int?
        @DependencyEndpoint var b: () async -> Swift.Optional<Int>
      }
      """,
      expandsTo: """
        struct Client {
          var a: (Int) -> Int? {
            get {
              _a
            }
            set {
              _a = newValue
            }
          }

          private var _a: (Int) -> Int? = { _ in
            DependenciesMacros._reportUnimplemented("Client.a")
            return nil
          }
          var b: () async -> Swift.Optional<Int> {
            get {
              _b
            }
            set {
              _b = newValue
            }
          }

          private var _b: () async -> Swift.Optional<Int> = {
            DependenciesMacros._reportUnimplemented("Client.b")
            return nil
          }
        }
        """)
  }

  @Test func `a default is run after the report`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint var value: (Int) -> Int = { $0 + 1 }
        @DependencyEndpoint var several: (Int) async throws -> Int = { id in
          try await Task.yield()
          return id
        }
        @DependencyEndpoint var nothing: () -> Void = { print("called") }
        @DependencyEndpoint var stops: () -> Int = { { fatalError() }() }
        @DependencyEndpoint var closure: () -> Void = { { print("called") }() }
      }
      """,
      expandsTo: """
        struct Client {
          var value: (Int) -> Int {
            get {
              _value
            }
            set {
              _value = newValue
            }
          }

          private var _value: (Int) -> Int = {
            DependenciesMacros._reportUnimplemented("Client.value")
            return $0 + 1
          }
          var several: (Int) async throws -> Int {
            get {
              _several
            }
            set {
              _several = newValue
            }
          }

          private var _several: (Int) async throws -> Int = { id in
            DependenciesMacros._reportUnimplemented("Client.several")
            try await Task.yield()
              return id
          }
          var nothing: () -> Void {
            get {
              _nothing
            }
            set {
              _nothing = newValue
            }
          }

          private var _nothing: () -> Void = {
            DependenciesMacros._reportUnimplemented("Client.nothing")
            print("called")
          }
          var stops: () -> Int {
            get {
              _stops
            }
            set {
              _stops = newValue
            }
          }

          private var _stops: () -> Int = {
            DependenciesMacros._reportUnimplemented("Client.stops")
            return {
              fatalError()
            }()
          }
          var closure: () -> Void {
            get {
              _closure
            }
            set {
              _closure = newValue
            }
          }

          private var _closure: () -> Void = {
            DependenciesMacros._reportUnimplemented("Client.closure")
            return {
              print("called")
            }()
          }
        }
        """)
  }

  @Test func `labels make a method`() {
    expect(
      """
      public struct Client {
        /// Fetches an item.
        @DependencyEndpoint
        public var fetch: @Sendable (_ id: Int, String, _ flag: inout Bool, _ text: @autoclosure () -> String) async throws -> Int
      }
      """,
      expandsTo: """
        public struct Client {
          /// Fetches an item.
          public var fetch: @Sendable (_ id: Int, String, _ flag: inout Bool, _ text: @autoclosure () -> String) async throws -> Int {
            get {
              _fetch
            }
            set {
              _fetch = newValue
            }
          }

          /// Fetches an item.
          @Sendable public func fetch(id p0: Int, _ p1: String, flag p2: inout Bool, text p3: @autoclosure () -> String) async throws -> Int {
            try await self.fetch(p0, p1, &p2, p3())
          }

          private var _fetch: @Sendable (_ id: Int, String, _ flag: inout Bool, _ text: @autoclosure () -> String) async throws -> Int = { _, _, _, _ in
            DependenciesMacros._reportUnimplemented("Client.fetch")
            throw DependenciesMacros.Unimplemented("Client.fetch")
          }
        }
        """)
  }

  @Test func `the method can be named`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint(method: "item") package var fetch: (Int) throws -> Int
        @DependencyEndpoint(method: "`class`") var kind: () -> Void
      }
      """,
      expandsTo: """
        struct Client {
          package var fetch: (Int) throws -> Int {
            get {
              _fetch
            }
            set {
              _fetch = newValue
            }
          }

          package func item(_ p0: Int) throws -> Int {
            try self.fetch(p0)
          }

          private var _fetch: (Int) throws -> Int = { _ in
            DependenciesMacros._reportUnimplemented("Client.fetch")
            throw DependenciesMacros.Unimplemented("Client.fetch")
          }
          var kind: () -> Void {
            get {
              _kind
            }
            set {
              _kind = newValue
            }
          }

          func `class`() -> Void {
            self.kind()
          }

          private var _kind: () -> Void = {
            DependenciesMacros._reportUnimplemented("Client.kind")
          }
        }
        """)
  }

  @Test func `a method has the isolation and availability of its endpoint`() {
    expect(
      """
      struct Client {
        @available(*, deprecated) @DependencyEndpoint var old: (_ id: Int) -> Void
        @MainActor @DependencyEndpoint var property: (_ id: Int) -> Void
        @DependencyEndpoint var type: @MainActor @Sendable (_ id: Int) -> Void
        @DependencyEndpoint var any: @isolated(any) (_ id: Int) -> Void
        @DependencyEndpoint var caller: nonisolated(nonsending) (_ id: Int) async -> Void
        @DependencyEndpoint var foreign: @convention(c) (_ id: Int32) -> Void
      }
      """,
      expandsTo: """
        struct Client {
          @available(*, deprecated) var old: (_ id: Int) -> Void {
            get {
              _old
            }
            set {
              _old = newValue
            }
          }

          @available(*, deprecated) func old(id p0: Int) -> Void {
            self.old(p0)
          }

          private var _old: (_ id: Int) -> Void = { _ in
            DependenciesMacros._reportUnimplemented("Client.old")
          }
          @MainActor var property: (_ id: Int) -> Void {
            get {
              _property
            }
            set {
              _property = newValue
            }
          }

          @MainActor func property(id p0: Int) -> Void {
            self.property(p0)
          }

          @MainActor private var _property: (_ id: Int) -> Void = { _ in
            DependenciesMacros._reportUnimplemented("Client.property")
          }
          var type: @MainActor @Sendable (_ id: Int) -> Void {
            get {
              _type
            }
            set {
              _type = newValue
            }
          }

          @MainActor func type(id p0: Int) -> Void {
            self.type(p0)
          }

          private var _type: @MainActor @Sendable (_ id: Int) -> Void = { _ in
            DependenciesMacros._reportUnimplemented("Client.type")
          }
          var any: @isolated(any) (_ id: Int) -> Void {
            get {
              _any
            }
            set {
              _any = newValue
            }
          }

          func any(id p0: Int) async -> Void {
            await self.any(p0)
          }

          private var _any: @isolated(any) (_ id: Int) -> Void = { _ in
            DependenciesMacros._reportUnimplemented("Client.any")
          }
          var caller: nonisolated(nonsending) (_ id: Int) async -> Void {
            get {
              _caller
            }
            set {
              _caller = newValue
            }
          }

          nonisolated(nonsending) func caller(id p0: Int) async -> Void {
            await self.caller(p0)
          }

          private var _caller: nonisolated(nonsending) (_ id: Int) async -> Void = { _ in
            DependenciesMacros._reportUnimplemented("Client.caller")
          }
          var foreign: @convention(c) (_ id: Int32) -> Void {
            get {
              _foreign
            }
            set {
              _foreign = newValue
            }
          }

          func foreign(id p0: Int32) -> Void {
            self.foreign(p0)
          }

          private var _foreign: @convention(c) (_ id: Int32) -> Void = { _ in
            DependenciesMacros._reportUnimplemented("Client.foreign")
          }
        }
        """)
  }

  @Test func `names in backticks`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint var `default`: (_ `in`: Int) -> Void
      }
      """,
      expandsTo: """
        struct Client {
          var `default`: (_ `in`: Int) -> Void {
            get {
              _default
            }
            set {
              _default = newValue
            }
          }

          func `default`(`in` p0: Int) -> Void {
            self.`default`(p0)
          }

          private var _default: (_ `in`: Int) -> Void = { _ in
            DependenciesMacros._reportUnimplemented("Client.default")
          }
        }
        """)
  }

  @Test func `parentheses and optionals around the closure type`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint var parentheses: ((_ id: Int) -> Void)
        @DependencyEndpoint var optional: ((_ id: Int) throws -> Int)?
        @DependencyEndpoint var unwrapped: (() -> Void)!
      }
      """,
      expandsTo: """
        struct Client {
          var parentheses: ((_ id: Int) -> Void) {
            get {
              _parentheses
            }
            set {
              _parentheses = newValue
            }
          }

          func parentheses(id p0: Int) -> Void {
            self.parentheses(p0)
          }

          private var _parentheses: ((_ id: Int) -> Void) = { _ in
            DependenciesMacros._reportUnimplemented("Client.parentheses")
          }
          var optional: ((_ id: Int) throws -> Int)? {
            get {
              _optional
            }
            set {
              _optional = newValue
            }
          }

          func optional(id p0: Int) throws -> (Int)? {
            try self.optional?(p0)
          }

          private var _optional: ((_ id: Int) throws -> Int)? = { _ in
            DependenciesMacros._reportUnimplemented("Client.optional")
            throw DependenciesMacros.Unimplemented("Client.optional")
          }
          var unwrapped: (() -> Void)! {
            get {
              _unwrapped
            }
            set {
              _unwrapped = newValue
            }
          }

          private var _unwrapped: (() -> Void)! = {
            DependenciesMacros._reportUnimplemented("Client.unwrapped")
          }
        }
        """)
  }

  @Test func `the type may be an alias`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint var fetch: Fetch
        @DependencyEndpoint var other: Module.Fetch = { 1 }
      }
      """,
      expandsTo: """
        struct Client {
          var fetch: Fetch {
            get {
              _fetch
            }
            set {
              _fetch = newValue
            }
          }

          #if true
          #sourceLocation(file: "Test.swift", line: 2)
          private var _fetch: Fetch = DependenciesMacros._unimplementedEndpoint("Client.fetch")
          #sourceLocation()
          #endif
          var other: Module.Fetch {
            get {
              _other
            }
            set {
              _other = newValue
            }
          }

          private var _other: Module.Fetch = {
            DependenciesMacros._reportUnimplemented("Client.other")
            return 1
          }
        }
        """)
  }

  @Test func `observers move to the storage`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint var fetch: () -> Void { didSet { print(oldValue) } }
      }
      """,
      expandsTo: """
        struct Client {
          var fetch: () -> Void { didSet { print(oldValue) } 
            get {
              _fetch
            }

            set {
              _fetch = newValue
            }}

          private var _fetch: () -> Void = {
            DependenciesMacros._reportUnimplemented("Client.fetch")
          } {
            didSet {
              print(oldValue)
            }
          }
        }
        """)
  }

  @Test func `an endpoint of a type is shared under a lock`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint static var fetch: @Sendable (_ id: Int) -> Void
        @MainActor @DependencyEndpoint static var isolated: () -> Void
      }
      class Base {
        @DependencyEndpoint class var fetch: @Sendable () -> Void
      }
      """,
      expandsTo: """
        struct Client {
          static var fetch: @Sendable (_ id: Int) -> Void {
            get {
              _fetch.value
            }
            set {
              _fetch.value = newValue
            }
          }

          @Sendable static func fetch(id p0: Int) -> Void {
            self.fetch(p0)
          }

          private static let _fetch = DependenciesMacros._SharedEndpoint<@Sendable (_ id: Int) -> Void>({ _ in
            DependenciesMacros._reportUnimplemented("Client.fetch")
            })
          @MainActor static var isolated: () -> Void {
            get {
              _isolated
            }
            set {
              _isolated = newValue
            }
          }

          @MainActor private static var _isolated: () -> Void = {
            DependenciesMacros._reportUnimplemented("Client.isolated")
          }
        }
        class Base {
          class var fetch: @Sendable () -> Void {
            get {
              _fetch.value
            }
            set {
              _fetch.value = newValue
            }
          }

          private static let _fetch = DependenciesMacros._SharedEndpoint<@Sendable () -> Void>({
            DependenciesMacros._reportUnimplemented("Base.fetch")
            })
        }
        """)
  }

  @Test func `an endpoint of a class names the class`() {
    expect(
      """
      public class Client {
        @DependencyEndpoint public var fetch: () -> Void
      }
      """,
      expandsTo: """
        public class Client {
          public var fetch: () -> Void {
            get {
              _fetch
            }
            set {
              _fetch = newValue
            }
          }

          private var _fetch: () -> Void = {
            DependenciesMacros._reportUnimplemented("Client.fetch")
          }
        }
        """)
  }

  @Test func `generic errors are thrown and others need a default`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint var any: () throws(any Error) -> Int
        @DependencyEndpoint var own: () throws(DependenciesMacros.Unimplemented) -> Int
        @DependencyEndpoint var never: () throws(Never) -> Void
      }
      """,
      expandsTo: """
        struct Client {
          var any: () throws(any Error) -> Int {
            get {
              _any
            }
            set {
              _any = newValue
            }
          }

          private var _any: () throws(any Error) -> Int = { () throws(any Error) in
            DependenciesMacros._reportUnimplemented("Client.any")
            throw DependenciesMacros.Unimplemented("Client.any")
          }
          var own: () throws(DependenciesMacros.Unimplemented) -> Int {
            get {
              _own
            }
            set {
              _own = newValue
            }
          }

          private var _own: () throws(DependenciesMacros.Unimplemented) -> Int = { () throws(DependenciesMacros.Unimplemented) in
            DependenciesMacros._reportUnimplemented("Client.own")
            throw DependenciesMacros.Unimplemented("Client.own")
          }
          var never: () throws(Never) -> Void {
            get {
              _never
            }
            set {
              _never = newValue
            }
          }

          private var _never: () throws(Never) -> Void = {
            DependenciesMacros._reportUnimplemented("Client.never")
          }
        }
        """)
  }

  @Test func `a typed error needs a default`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint var fetch: (Int) throws(FetchError) -> Int
      }
      """,
      reports:
        "2:27: error: the endpoint 'fetch' throws only 'FetchError', so it needs a default closure that throws one",
      fixedAs: """
        struct Client {
          @DependencyEndpoint var fetch: (Int) throws(FetchError) -> Int = { _ in throw <#FetchError#> }
        }
        """)
  }

  @Test func `a value needs a default`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint var fetch: () -> Int
        @DependencyEndpoint var observed: (Int, Int) async -> Int { didSet {} }
      }
      """,
      reports:
        "2:27: error: the endpoint 'fetch' returns a value and cannot throw, so it needs a default closure; any value of its type will do, since its use is reported",
      "3:27: error: the endpoint 'observed' returns a value and cannot throw, so it needs a default closure; any value of its type will do, since its use is reported",
      fixedAs: """
        struct Client {
          @DependencyEndpoint var fetch: () -> Int = { <#T#> }
          @DependencyEndpoint var observed: (Int, Int) async -> Int = { _, _ in <#T#> } { didSet {} }
        }
        """)
  }

  @Test func `only a closure can be an endpoint`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint var count: Int
        @DependencyEndpoint var list: [Int] = []
        @DependencyEndpoint let constant: () -> Void
        @DependencyEndpoint var computed: () -> Void { {} }
        @DependencyEndpoint var untyped = {}
      }
      """,
      reports:
        "2:3: error: '@DependencyEndpoint' belongs on a 'var' with a written closure type",
      "3:3: error: '@DependencyEndpoint' belongs on a 'var' with a written closure type",
      "4:3: error: '@DependencyEndpoint' belongs on a 'var' with a written closure type",
      "5:3: error: '@DependencyEndpoint' belongs on a 'var' with a written closure type",
      "6:3: error: '@DependencyEndpoint' belongs on a 'var' with a written closure type")
  }

  @Test func `a shared endpoint must be Sendable`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint static var a: () -> Void
      }
      """,
      reports:
        "2:37: error: the endpoint 'a' is shared by all threads, so its type must be '@Sendable'",
      fixedAs: """
        struct Client {
          @DependencyEndpoint static var a: @Sendable () -> Void
        }
        """)
  }

  @Test func `a default must be a closure literal`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint var a: () -> Int = make()
        @DependencyEndpoint var b: () -> Int = unimplemented("b")
      }
      """,
      reports:
        "2:42: error: the default of the endpoint 'a' must be a closure literal, into which '@DependencyEndpoint' can put the report that it was not overridden",
      "3:42: error: the default of the endpoint 'b' must be a closure literal, into which '@DependencyEndpoint' can put the report that it was not overridden",
      "3:42: warning: 'unimplemented' is not needed here: '@DependencyEndpoint' already makes an endpoint that reports its use"
    )
  }

  @Test func `a default that stops the test is discouraged`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint var a: () -> Int = { fatalError("no") }
      }
      """,
      reports:
        "2:44: warning: this default stops the whole test or preview that calls 'a'; any value of its type will do, and the call is reported all the same",
      fixedAs: """
        struct Client {
          @DependencyEndpoint var a: () -> Int = { { fatalError("no") }() }
        }
        """)
  }

  @Test func `a method name must be an identifier`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint(method: "a b") var a: () -> Void
        @DependencyEndpoint(method: name) var b: () -> Void
        @DependencyEndpoint(method: "\\(name)") var c: () -> Void
        @DependencyEndpoint(method: "class") var d: () -> Void
        @DependencyEndpoint(method: "") var e: () -> Void
        @DependencyEndpoint(method: "named") var f: Alias
      }
      """,
      reports:
        "2:31: error: 'method' must be the name of a method, which \"a b\" cannot be",
      "3:31: error: 'method' must be a string literal without interpolation",
      "4:31: error: 'method' must be a string literal without interpolation",
      "5:31: error: 'method' must be the name of a method, which \"class\" cannot be",
      "6:31: error: 'method' must be the name of a method, which \"\" cannot be",
      "7:31: error: no method can be written for the endpoint 'f', since its parameters are hidden behind 'Alias'; write the closure type"
    )
  }

  @Test func `variadic parameters have no method`() {
    expect(
      """
      struct Client {
        @DependencyEndpoint var a: (_ ids: Int...) -> Void
      }
      """,
      reports:
        "2:38: error: the method for the endpoint 'a' cannot hand a variadic parameter on; take an array",
      fixedAs: """
        struct Client {
          @DependencyEndpoint var a: (_ ids: [Int]) -> Void
        }
        """)
  }
}
