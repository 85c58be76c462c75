import Testing

@Suite struct DependencyEntryTests {
  @Test func `a test value`() {
    expect(
      """
      extension DependencyValues {
        @DependencyEntry var client: Client = Client()
      }
      """,
      expandsTo: """
        extension DependencyValues {
          var client: Client {
            get {
              func __isolation() {
              }
              #sourceLocation(file: "Test.swift", line: 2)
              #_EntryIsolationProbe("client", __isolation)
              #sourceLocation()
              return self[__Key_client.self]
            }
            set {
              self[__Key_client.self] = newValue
            }
            _modify {
              yield &self[__Key_client.self]
            }
          }

          #sourceLocation(file: "Test.swift", line: 2)

          #_EntrySendableProbe("client", \\DependencyValues.client)

          #sourceLocation()

          private nonisolated enum __Key_client: DependenciesMacros._TestDependencyKey {
            typealias Value = Client
            static var testValue: Value {
              Client()
            }
          }
        }
        """)
  }

  @Test func `all values`() {
    expect(
      """
      extension Dependencies.DependencyValues {
        @DependencyEntry(liveValue: .live, previewValue: .preview) var client: Client = .mock
      }
      """,
      expandsTo: """
        extension Dependencies.DependencyValues {
          var client: Client {
            get {
              func __isolation() {
              }
              #sourceLocation(file: "Test.swift", line: 2)
              #_EntryIsolationProbe("client", __isolation)
              #sourceLocation()
              return self[__Key_client.self]
            }
            set {
              self[__Key_client.self] = newValue
            }
            _modify {
              yield &self[__Key_client.self]
            }
          }

          #sourceLocation(file: "Test.swift", line: 2)

          #_EntrySendableProbe("client", \\Dependencies.DependencyValues.client)

          #sourceLocation()

          private nonisolated enum __Key_client: DependenciesMacros._DependencyKey {
            typealias Value = Client
            static var liveValue: Value {
              .live
            }
            static var previewValue: Value {
              .preview
            }
            static var testValue: Value {
              .mock
            }
          }
        }
        """)
  }

  @Test func `the type can be inferred`() {
    expect(
      """
      extension DependencyValues {
        @DependencyEntry(liveValue: Client.live) public var client = Client()
      }
      """,
      expandsTo: """
        extension DependencyValues {
          public var client {
            get {
              func __isolation() {
              }
              #sourceLocation(file: "Test.swift", line: 2)
              #_EntryIsolationProbe("client", __isolation)
              #sourceLocation()
              return self[ClientKey.self]
            }
            set {
              self[ClientKey.self] = newValue
            }
            _modify {
              yield &self[ClientKey.self]
            }
          }

          #sourceLocation(file: "Test.swift", line: 2)

          #_EntrySendableProbe("client", \\DependencyValues.client)

          #sourceLocation()

          public nonisolated enum ClientKey: DependenciesMacros._DependencyKey {
            @DependenciesMacros._DependencyEntryDefaultValue public static var liveValue = Client.live
            @DependenciesMacros._DependencyEntryDefaultValue public static var testValue = Client()
          }
        }
        """)
  }

  @Test func `a live value alone`() {
    expect(
      """
      extension DependencyValues {
        @DependencyEntry(liveValue: Client()) package var client: Client
      }
      """,
      expandsTo: """
        extension DependencyValues {
          package var client: Client {
            get {
              func __isolation() {
              }
              #sourceLocation(file: "Test.swift", line: 2)
              #_EntryIsolationProbe("client", __isolation)
              #sourceLocation()
              return self[ClientKey.self]
            }
            set {
              self[ClientKey.self] = newValue
            }
            _modify {
              yield &self[ClientKey.self]
            }
          }

          #sourceLocation(file: "Test.swift", line: 2)

          #_EntrySendableProbe("client", \\DependencyValues.client)

          #sourceLocation()

          package nonisolated enum ClientKey: DependenciesMacros._DependencyKey {
            package typealias Value = Client
            package static var liveValue: Value {
              Client()
            }
          }
        }
        """)
  }

  @Test func `a preview value alone`() {
    expect(
      """
      extension DependencyValues {
        @DependencyEntry(previewValue: Client()) var client: Client
      }
      """,
      expandsTo: """
        extension DependencyValues {
          var client: Client {
            get {
              func __isolation() {
              }
              #sourceLocation(file: "Test.swift", line: 2)
              #_EntryIsolationProbe("client", __isolation)
              #sourceLocation()
              return self[__Key_client.self]
            }
            set {
              self[__Key_client.self] = newValue
            }
            _modify {
              yield &self[__Key_client.self]
            }
          }

          #sourceLocation(file: "Test.swift", line: 2)

          #_EntrySendableProbe("client", \\DependencyValues.client)

          #sourceLocation()

          private nonisolated enum __Key_client: DependenciesMacros._TestDependencyKey {
            typealias Value = Client
            static var previewValue: Value {
              Client()
            }
            static var testValue: Value {
              DependenciesMacros._reportMissingTestValue("client")
              return previewValue
            }
          }
        }
        """)
  }

  @Test func `names of keys come from types`() {
    expect(
      """
      extension DependencyValues {
        @DependencyEntry public var a: [String: Foo.Bar]? = nil
        @DependencyEntry public var b: any A & B = C()
        @DependencyEntry public var f: () -> Void = {}
        @DependencyEntry("Named") public var c: Client = Client()
        @DependencyEntry("Named") var d: Client = Client()
      }
      """,
      expandsTo: """
        extension DependencyValues {
          public var a: [String: Foo.Bar]? {
            get {
              func __isolation() {
              }
              #sourceLocation(file: "Test.swift", line: 2)
              #_EntryIsolationProbe("a", __isolation)
              #sourceLocation()
              return self[StringBarKey.self]
            }
            set {
              self[StringBarKey.self] = newValue
            }
            _modify {
              yield &self[StringBarKey.self]
            }
          }

          #sourceLocation(file: "Test.swift", line: 2)

          #_EntrySendableProbe("a", \\DependencyValues.a)

          #sourceLocation()

          public nonisolated enum StringBarKey: DependenciesMacros._TestDependencyKey {
            public typealias Value = [String: Foo.Bar]?
            public static var testValue: Value {
              nil
            }
          }
          public var b: any A & B {
            get {
              func __isolation() {
              }
              #sourceLocation(file: "Test.swift", line: 3)
              #_EntryIsolationProbe("b", __isolation)
              #sourceLocation()
              return self[ABKey.self]
            }
            set {
              self[ABKey.self] = newValue
            }
            _modify {
              yield &self[ABKey.self]
            }
          }

          #sourceLocation(file: "Test.swift", line: 3)

          #_EntrySendableProbe("b", \\DependencyValues.b)

          #sourceLocation()

          public nonisolated enum ABKey: DependenciesMacros._TestDependencyKey {
            public typealias Value = any A & B
            public static var testValue: Value {
              C()
            }
          }
          public var f: () -> Void {
            get {
              func __isolation() {
              }
              #_EntryIsolationProbe("f", __isolation)
              return self[FKey.self]
            }
            set {
              self[FKey.self] = newValue
            }
            _modify {
              yield &self[FKey.self]
            }
          }

          #sourceLocation(file: "Test.swift", line: 4)

          #_EntrySendableProbe("f", \\DependencyValues.f)

          #sourceLocation()

          public nonisolated enum FKey: DependenciesMacros._TestDependencyKey {
            public typealias Value = () -> Void
            public static var testValue: Value {
              {
              }
            }
          }
          public var c: Client {
            get {
              func __isolation() {
              }
              #sourceLocation(file: "Test.swift", line: 5)
              #_EntryIsolationProbe("c", __isolation)
              #sourceLocation()
              return self[Named.self]
            }
            set {
              self[Named.self] = newValue
            }
            _modify {
              yield &self[Named.self]
            }
          }

          #sourceLocation(file: "Test.swift", line: 5)

          #_EntrySendableProbe("c", \\DependencyValues.c)

          #sourceLocation()

          public nonisolated enum Named: DependenciesMacros._TestDependencyKey {
            public typealias Value = Client
            public static var testValue: Value {
              Client()
            }
          }
          var d: Client {
            get {
              func __isolation() {
              }
              #sourceLocation(file: "Test.swift", line: 6)
              #_EntryIsolationProbe("d", __isolation)
              #sourceLocation()
              return self[Named.self]
            }
            set {
              self[Named.self] = newValue
            }
            _modify {
              yield &self[Named.self]
            }
          }

          #sourceLocation(file: "Test.swift", line: 6)

          #_EntrySendableProbe("d", \\DependencyValues.d)

          #sourceLocation()

          private nonisolated enum Named: DependenciesMacros._TestDependencyKey {
            typealias Value = Client
            static var testValue: Value {
              Client()
            }
          }
        }
        """)
  }

  @Test func `names in backticks`() {
    expect(
      """
      extension DependencyValues {
        @DependencyEntry var `class`: Int = 1
        @DependencyEntry public var `default` = 1
      }
      """,
      expandsTo: """
        extension DependencyValues {
          var `class`: Int {
            get {
              func __isolation() {
              }
              #sourceLocation(file: "Test.swift", line: 2)
              #_EntryIsolationProbe("class", __isolation)
              #sourceLocation()
              return self[__Key_class.self]
            }
            set {
              self[__Key_class.self] = newValue
            }
            _modify {
              yield &self[__Key_class.self]
            }
          }

          #sourceLocation(file: "Test.swift", line: 2)

          #_EntrySendableProbe("class", \\DependencyValues.`class`)

          #sourceLocation()

          private nonisolated enum __Key_class: DependenciesMacros._TestDependencyKey {
            typealias Value = Int
            static var testValue: Value {
              1
            }
          }
          public var `default` {
            get {
              func __isolation() {
              }
              #sourceLocation(file: "Test.swift", line: 3)
              #_EntryIsolationProbe("default", __isolation)
              #sourceLocation()
              return self[DefaultKey.self]
            }
            set {
              self[DefaultKey.self] = newValue
            }
            _modify {
              yield &self[DefaultKey.self]
            }
          }

          #sourceLocation(file: "Test.swift", line: 3)

          #_EntrySendableProbe("default", \\DependencyValues.`default`)

          #sourceLocation()

          public nonisolated enum DefaultKey: DependenciesMacros._TestDependencyKey {
            @DependenciesMacros._DependencyEntryDefaultValue public static var testValue = 1
          }
        }
        """)
  }

  @Test func `availability is that of the property`() {
    expect(
      """
      extension DependencyValues {
        @available(macOS 15, *)
        @DependencyEntry public var client: Client = Client()
      }
      """,
      expandsTo: """
        extension DependencyValues {
          @available(macOS 15, *)
          public var client: Client {
            get {
              func __isolation() {
              }
              #sourceLocation(file: "Test.swift", line: 3)
              #_EntryIsolationProbe("client", __isolation)
              #sourceLocation()
              return self[ClientKey.self]
            }
            set {
              self[ClientKey.self] = newValue
            }
            _modify {
              yield &self[ClientKey.self]
            }
          }

          #sourceLocation(file: "Test.swift", line: 3)

          #_EntrySendableProbe("client", \\DependencyValues.client)

          #sourceLocation()

          @available(macOS 15, *)
          public nonisolated enum ClientKey: DependenciesMacros._TestDependencyKey {
            public typealias Value = Client
            public static var testValue: Value {
              Client()
            }
          }
        }
        """)
  }

  @Test func `an entry belongs in DependencyValues`() {
    expect(
      """
      extension Other {
        @DependencyEntry var a: Int = 1
      }
      struct DependencyValues {
        @DependencyEntry var b: Int = 1
      }
      extension DependencyValues {
        @DependencyEntry let c: Int = 1
        @DependencyEntry var d: Int { 1 }
      }
      @DependencyEntry var e: Int = 1
      """,
      reports:
        "2:3: error: '@DependencyEntry' belongs on a 'var' in an extension of 'DependencyValues'",
      "5:3: error: '@DependencyEntry' belongs on a 'var' in an extension of 'DependencyValues'",
      "8:3: error: '@DependencyEntry' belongs on a 'var' in an extension of 'DependencyValues'",
      "9:3: error: '@DependencyEntry' belongs on a 'var' in an extension of 'DependencyValues'",
      "11:1: error: '@DependencyEntry' belongs on a 'var' in an extension of 'DependencyValues'")
  }

  @Test func `an entry needs a value`() {
    expect(
      """
      extension DependencyValues {
        @DependencyEntry var a: Int
      }
      """,
      reports:
        "2:3: error: the entry 'a' needs a value: a default, which tests use, or a 'liveValue' or 'previewValue' in '@DependencyEntry'"
    )
  }

  @Test func `an entry needs a type`() {
    expect(
      """
      extension DependencyValues {
        @DependencyEntry(liveValue: 1) var a
      }
      """,
      reports:
        "2:38: error: the entry 'a' needs a written type, since it has no default to take it from",
      fixedAs: """
        extension DependencyValues {
          @DependencyEntry(liveValue: 1) var a: <#Type#>
        }
        """)
  }

  @Test func `an entry is declared on its own`() {
    expect(
      """
      extension DependencyValues {
        @DependencyEntry var a: Int = 1, b: Int = 2
      }
      """,
      reports:
        "2:3: error: accessor macro can only be applied to a single variable",
      "2:3: error: peer macro can only be applied to a single variable")
  }

  @Test func `an entry is no member of the type`() {
    expect(
      """
      extension DependencyValues {
        @DependencyEntry static var a: Int = 1
      }
      """,
      reports:
        "2:20: error: the entry 'a' cannot be 'static': a dependency is read from an instance of 'DependencyValues'"
    )
  }

  @Test func `the name of a key must be an identifier`() {
    expect(
      """
      extension DependencyValues {
        @DependencyEntry("not a name") public var a: Int = 1
        @DependencyEntry(name) public var b: Int = 1
      }
      """,
      reports:
        "2:20: error: the name of an entry's key must be a string literal that names a type",
      "3:20: error: the name of an entry's key must be a string literal that names a type")
  }
}
