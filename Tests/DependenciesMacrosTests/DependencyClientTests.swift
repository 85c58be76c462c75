import Testing

@Suite struct DependencyClientTests {
  @Test func `two initializers are written`() {
    expect(
      """
      @DependencyClient
      struct Client {
        var isOn: Bool = false
        let count: Int
        var fetch: @Sendable (_ id: Int) async throws -> String
        var plain: () -> Void = {}
      }
      """,
      expandsTo: """

        struct Client {
          var isOn: Bool = false
          let count: Int
          @DependenciesMacros.DependencyEndpoint @available(iOS, deprecated: 9999, message: "Call 'fetch(id:)', which has argument labels; the property is for overriding.") @available(macOS, deprecated: 9999, message: "Call 'fetch(id:)', which has argument labels; the property is for overriding.") @available(tvOS, deprecated: 9999, message: "Call 'fetch(id:)', which has argument labels; the property is for overriding.") @available(watchOS, deprecated: 9999, message: "Call 'fetch(id:)', which has argument labels; the property is for overriding.")
          var fetch: @Sendable (_ id: Int) async throws -> String
          @DependenciesMacros.DependencyEndpoint
          var plain: () -> Void = {}

          init(
            isOn: Bool = false,
            count: Int,
            fetch: @Sendable @escaping (_ id: Int) async throws -> String,
            plain: @escaping () -> Void
          ) {
            func __isolation() {
            }
            #sourceLocation(file: "Test.swift", line: 1)
            #_ClientIsolationProbe("Client", __isolation)
            #sourceLocation()
            self.isOn = isOn
            self.count = count
            self._fetch = fetch
            self._plain = plain
          }

          init(
            isOn: Bool = false,
            count: Int
          ) {
            self.isOn = isOn
            self.count = count
          }
        }
        """)
  }

  @Test func `the lowest access level counts`() {
    expect(
      """
      @DependencyClient
      public struct Lower {
        public var a: () -> Void
        package var b: () -> Void
      }
      @DependencyClient
      struct OfProperties {
        public var a: () -> Void
      }
      @DependencyClient
      private struct Private {
        var a: () -> Void
      }
      @DependencyClient
      public struct PrivateProperty {
        private let id: Int
        public var a: () -> Void
      }
      @DependencyClient
      public struct FilePrivateProperty {
        fileprivate let id: Int
        public private(set) var a: () -> Void
      }
      """,
      expandsTo: """

        public struct Lower {
          @DependenciesMacros.DependencyEndpoint
          public var a: () -> Void
          @DependenciesMacros.DependencyEndpoint
          package var b: () -> Void

          package init(
            a: @escaping () -> Void,
            b: @escaping () -> Void
          ) {
            func __isolation() {
            }
            #sourceLocation(file: "Test.swift", line: 1)
            #_ClientIsolationProbe("Lower", __isolation)
            #sourceLocation()
            self._a = a
            self._b = b
          }

          package init() {
          }
        }
        struct OfProperties {
          @DependenciesMacros.DependencyEndpoint
          public var a: () -> Void

          public init(
            a: @escaping () -> Void
          ) {
            func __isolation() {
            }
            #sourceLocation(file: "Test.swift", line: 6)
            #_ClientIsolationProbe("OfProperties", __isolation)
            #sourceLocation()
            self._a = a
          }

          public init() {
          }
        }
        private struct Private {
          @DependenciesMacros.DependencyEndpoint
          var a: () -> Void

          fileprivate init(
            a: @escaping () -> Void
          ) {
            func __isolation() {
            }
            #sourceLocation(file: "Test.swift", line: 10)
            #_ClientIsolationProbe("Private", __isolation)
            #sourceLocation()
            self._a = a
          }

          fileprivate init() {
          }
        }
        public struct PrivateProperty {
          private let id: Int
          @DependenciesMacros.DependencyEndpoint
          public var a: () -> Void

          private init(
            id: Int,
            a: @escaping () -> Void
          ) {
            func __isolation() {
            }
            #sourceLocation(file: "Test.swift", line: 14)
            #_ClientIsolationProbe("PrivateProperty", __isolation)
            #sourceLocation()
            self.id = id
            self._a = a
          }

          private init(
            id: Int
          ) {
            self.id = id
          }
        }
        public struct FilePrivateProperty {
          fileprivate let id: Int
          @DependenciesMacros.DependencyEndpoint
          public private(set) var a: () -> Void

          fileprivate init(
            id: Int,
            a: @escaping () -> Void
          ) {
            func __isolation() {
            }
            #sourceLocation(file: "Test.swift", line: 19)
            #_ClientIsolationProbe("FilePrivateProperty", __isolation)
            #sourceLocation()
            self.id = id
            self._a = a
          }

          fileprivate init(
            id: Int
          ) {
            self.id = id
          }
        }
        """)
  }

  @Test func `what is no parameter`() {
    expect(
      """
      @DependencyClient
      public struct Client {
        public var a: () -> Void
        static var shared = 1
        public let constant = 1
        private var hidden = 1
        fileprivate var hiddenInFile: [Int] = []
        var computed: Int { 1 }
        var async: Int { get async throws { 1 } }
        public var observed: Int = 1 { didSet {} }
        @Dependency(\\.date) public var date
        @DependencyEndpointIgnored public var ignored: () -> Void = {}
        func method() {}
        struct Nested { var a: Int }
      }
      """,
      expandsTo: """

        public struct Client {
          @DependenciesMacros.DependencyEndpoint
          public var a: () -> Void
          static var shared = 1
          public let constant = 1
          private var hidden = 1
          fileprivate var hiddenInFile: [Int] = []
          var computed: Int { 1 }
          var async: Int { get async throws { 1 } }
          public var observed: Int = 1 { didSet {} }
          @Dependency(\\.date) public var date
          public var ignored: () -> Void = {}
          func method() {}
          struct Nested { var a: Int 
        }

          public init(
            a: @escaping () -> Void,
            observed: Int = 1
          ) {
            func __isolation() {
            }
            #sourceLocation(file: "Test.swift", line: 1)
            #_ClientIsolationProbe("Client", __isolation)
            #sourceLocation()
            self._a = a
            self.observed = observed
          }

          public init(
            observed: Int = 1
          ) {
            self.observed = observed
          }
        }
        """)
  }

  @Test func `the access level of ignored properties counts`() {
    expect(
      """
      @DependencyClient
      public struct Client {
        public var a: () -> Void
        @Dependency(\\.date) var date
      }
      """,
      expandsTo: """

        public struct Client {
          @DependenciesMacros.DependencyEndpoint
          public var a: () -> Void
          @Dependency(\\.date) var date

          init(
            a: @escaping () -> Void
          ) {
            func __isolation() {
            }
            #sourceLocation(file: "Test.swift", line: 1)
            #_ClientIsolationProbe("Client", __isolation)
            #sourceLocation()
            self._a = a
          }

          init() {
          }
        }
        """)
  }

  @Test func `types of parameters`() {
    expect(
      """
      @DependencyClient
      struct Client {
        var a: () -> Void
        var flag = true, ratio = 0.5
        var count = -1
        var name = "x"
        var x, y: Int
        var sugar: Int?
        var long: Swift.Optional<Int>
        var optional: (() -> Void)?
        let constant: @Sendable () -> Void
        @DependencyEndpoint var alias: Handler
        var parentheses: (() -> Void)
        var caller: nonisolated(nonsending) () async -> Void
      }
      """,
      expandsTo: """

        struct Client {
          @DependenciesMacros.DependencyEndpoint
          var a: () -> Void
          var flag = true, ratio = 0.5
          var count = -1
          var name = "x"
          var x, y: Int
          var sugar: Int?
          var long: Swift.Optional<Int>
          var optional: (() -> Void)?
          let constant: @Sendable () -> Void
          var alias: Handler {
            get {
              _alias
            }
            set {
              _alias = newValue
            }
          }

          #if true
          #sourceLocation(file: "Test.swift", line: 12)
          private var _alias: Handler = DependenciesMacros._unimplementedEndpoint("Client.alias")
          #sourceLocation()
          #endif
          @DependenciesMacros.DependencyEndpoint
          var parentheses: (() -> Void)
          @DependenciesMacros.DependencyEndpoint
          var caller: nonisolated(nonsending) () async -> Void

          init(
            a: @escaping () -> Void,
            flag: Swift.Bool = true,
            ratio: Swift.Double = 0.5,
            count: Swift.Int = -1,
            name: Swift.String = "x",
            x: Int,
            y: Int,
            sugar: Int? = nil,
            long: Swift.Optional<Int> = nil,
            optional: (() -> Void)? = nil,
            constant: @Sendable @escaping () -> Void,
            alias: @escaping Handler,
            parentheses: @escaping (() -> Void),
            caller: @escaping nonisolated(nonsending) () async -> Void
          ) {
            func __isolation() {
            }
            #sourceLocation(file: "Test.swift", line: 1)
            #_ClientIsolationProbe("Client", __isolation)
            #sourceLocation()
            self._a = a
            self.flag = flag
            self.ratio = ratio
            self.count = count
            self.name = name
            self.x = x
            self.y = y
            self.sugar = sugar
            self.long = long
            self.optional = optional
            self.constant = constant
            self._alias = alias
            self._parentheses = parentheses
            self._caller = caller
          }

          init(
            flag: Swift.Bool = true,
            ratio: Swift.Double = 0.5,
            count: Swift.Int = -1,
            name: Swift.String = "x",
            x: Int,
            y: Int,
            sugar: Int? = nil,
            long: Swift.Optional<Int> = nil,
            optional: (() -> Void)? = nil,
            constant: @Sendable @escaping () -> Void
          ) {
            self.flag = flag
            self.ratio = ratio
            self.count = count
            self.name = name
            self.x = x
            self.y = y
            self.sugar = sugar
            self.long = long
            self.optional = optional
            self.constant = constant
          }
        }
        """)
  }

  @Test func `each combination of conditions has initializers`() {
    expect(
      """
      @DependencyClient
      struct Client {
        var a: () -> Void
        #if DEBUG
          var b: () -> Void
        #elseif os(Linux)
          var c: () -> Void
          #if DEBUG
            var never: () -> Void
          #endif
        #endif
        var d: () -> Void
        #if DEBUG
          var e: Int
        #else
          var f: Int
        #endif
      }
      """,
      expandsTo: """

        struct Client {
          @DependenciesMacros.DependencyEndpoint
          var a: () -> Void
          #if DEBUG
            var b: () -> Void
          #elseif os(Linux)
            var c: () -> Void
            #if DEBUG
              var never: () -> Void
            #endif
          #endif
          @DependenciesMacros.DependencyEndpoint
          var d: () -> Void
          #if DEBUG
            var e: Int
          #else
            var f: Int
          #endif

          #if DEBUG
          init(
            a: @escaping () -> Void,
            b: @escaping () -> Void,
            d: @escaping () -> Void,
            e: Int
          ) {
            func __isolation() {
            }
            #sourceLocation(file: "Test.swift", line: 1)
            #_ClientIsolationProbe("Client", __isolation)
            #sourceLocation()
            self._a = a
            self._b = b
            self._d = d
            self.e = e
          }

          init(
            e: Int
          ) {
            self.e = e
          }
          #elseif os(Linux)
          init(
            a: @escaping () -> Void,
            c: @escaping () -> Void,
            d: @escaping () -> Void,
            f: Int
          ) {
            func __isolation() {
            }
            #sourceLocation(file: "Test.swift", line: 1)
            #_ClientIsolationProbe("Client", __isolation)
            #sourceLocation()
            self._a = a
            self._c = c
            self._d = d
            self.f = f
          }

          init(
            f: Int
          ) {
            self.f = f
          }
          #else
          init(
            a: @escaping () -> Void,
            d: @escaping () -> Void,
            f: Int
          ) {
            func __isolation() {
            }
            #sourceLocation(file: "Test.swift", line: 1)
            #_ClientIsolationProbe("Client", __isolation)
            #sourceLocation()
            self._a = a
            self._d = d
            self.f = f
          }

          init(
            f: Int
          ) {
            self.f = f
          }
          #endif
        }
        """)
  }

  @Test func `an initializer of the program stays`() {
    expect(
      """
      @DependencyClient
      struct Client {
        var a: () -> Void
        init() { self.init(a: {}) }
      }
      """,
      expandsTo: """

        struct Client {
          @DependenciesMacros.DependencyEndpoint
          var a: () -> Void
          init() { self.init(a: {}) }

          init(
            a: @escaping () -> Void
          ) {
            func __isolation() {
            }
            #sourceLocation(file: "Test.swift", line: 1)
            #_ClientIsolationProbe("Client", __isolation)
            #sourceLocation()
            self._a = a
          }
        }
        """)
  }

  @Test func `a client without endpoints gets nothing`() {
    expect(
      """
      @DependencyClient
      struct Client {
        var a: Int
      }
      """,
      expandsTo: """

        struct Client {
          var a: Int
        }
        """)
  }

  @Test func `marks that are there already`() {
    expect(
      """
      @DependencyClient
      struct Client {
        @DependenciesMacros.DependencyEndpoint(method: "m") var a: () -> Void
        @DependenciesMacros.DependencyEndpointIgnored var b: () -> Void = {}
      }
      """,
      expandsTo: """

        struct Client {
          @DependenciesMacros.DependencyEndpoint(method: "m") var a: () -> Void
          @DependenciesMacros.DependencyEndpointIgnored var b: () -> Void = {}

          init(
            a: @escaping () -> Void
          ) {
            func __isolation() {
            }
            #sourceLocation(file: "Test.swift", line: 1)
            #_ClientIsolationProbe("Client", __isolation)
            #sourceLocation()
            self._a = a
          }

          init() {
          }
        }
        """)
  }

  @Test func `a value needs a default`() {
    expect(
      """
      @DependencyClient
      struct Client {
        var fetch: @Sendable (Int, Int) -> String
      }
      """,
      reports:
        "3:7: error: 'Client()' cannot make an unimplemented client: the endpoint 'fetch' returns a value and cannot throw, so it needs a default closure; any value of its type will do, since its use is reported",
      fixedAs: """
        @DependencyClient
        struct Client {
          var fetch: @Sendable (Int, Int) -> String = { _, _ in <#T#> }
        }
        """)
  }

  @Test func `a default must be a closure literal`() {
    expect(
      """
      @DependencyClient
      struct Client {
        var a: () -> Int = unimplemented("a", placeholder: 1)
        var b: () -> Int = { fatalError() }
      }
      """,
      reports:
        "3:22: error: the default of the endpoint 'a' must be a closure literal, into which '@DependencyClient' can put the report that it was not overridden",
      "3:22: warning: 'unimplemented' is not needed here: '@DependencyClient' already makes an endpoint that reports its use"
    )
  }

  @Test func `only structs can be clients`() {
    expect(
      """
      @DependencyClient
      class Client {
        var a: Int = 1
      }
      @DependencyClient
      enum Choice {
      }
      """,
      reports:
        "2:1: error: '@DependencyClient' makes a client out of a struct of closures; it cannot be applied to a class",
      "6:1: error: '@DependencyClient' makes a client out of a struct of closures; it cannot be applied to an enum"
    )
  }

  @Test func `a property needs a type`() {
    expect(
      """
      @DependencyClient
      struct Client {
        var a: () -> Void
        var list = [1, 2]
      }
      """,
      reports:
        "4:7: error: 'list' needs a written type: it is a parameter of the initializers that '@DependencyClient' writes for 'Client'",
      fixedAs: """
        @DependencyClient
        struct Client {
          var a: () -> Void
          var list: <#Type#> = [1, 2]
        }
        """)
  }

  @Test func `tuples cannot be parameters`() {
    expect(
      """
      @DependencyClient
      struct Client {
        var a: () -> Void
        let (x, y): (Int, Int)
      }
      """,
      reports:
        "4:7: error: properties declared as a tuple cannot be parameters of the initializers that '@DependencyClient' writes for 'Client'; declare each on its own"
    )
  }

  @Test func `an endpoint is declared on its own`() {
    expect(
      """
      @DependencyClient
      struct Client {
        var a: @Sendable () -> Void, b: Int = 1
      }
      """,
      reports:
        "3:32: error: the endpoint 'a' must be declared on its own, so that '@DependencyClient' can write its accessors",
      fixedAs: """
        @DependencyClient
        struct Client {
          var a: @Sendable () -> Void
          var b: Int = 1
        }
        """)
  }

  @Test func `there may be too many conditions`() {
    expect(
      """
      @DependencyClient
      struct Client {
        var a: () -> Void
        #if A
          var b: Int
        #endif
        #if B
          var c: Int
        #endif
        #if C
          var d: Int
        #endif
        #if D
          var e: Int
        #endif
        #if E
          var f: Int
        #endif
        #if F
          var g: Int
        #endif
      }
      """,
      reports:
        "19:3: error: 'Client' has more than 5 independent '#if' blocks with properties, and an initializer is needed for each combination; put some of them together"
    )
  }
}
