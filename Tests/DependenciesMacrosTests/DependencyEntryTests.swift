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

          #if true
          #sourceLocation(file: "Test.swift", line: 2)
          #_EntrySendableProbe("client", \\DependencyValues.client)
          #sourceLocation()
          #endif

          #if true
          #sourceLocation(file: "Test.swift", line: 2)
          private nonisolated enum __Key_client: DependenciesMacros._TestDependencyKey {
            typealias Value = Client
            static var testValue: Value {
              #sourceLocation(file: "Test.swift", line: 2)
              Client()
            }
          }
          #sourceLocation()
          #endif
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

          #if true
          #sourceLocation(file: "Test.swift", line: 2)
          #_EntrySendableProbe("client", \\Dependencies.DependencyValues.client)
          #sourceLocation()
          #endif

          #if true
          #sourceLocation(file: "Test.swift", line: 2)
          private nonisolated enum __Key_client: DependenciesMacros._DependencyKey {
            typealias Value = Client
            static var liveValue: Value {
              #sourceLocation(file: "Test.swift", line: 2)
              .live
            }
            static var previewValue: Value {
              #sourceLocation(file: "Test.swift", line: 2)
              .preview
            }
            static var testValue: Value {
              #sourceLocation(file: "Test.swift", line: 2)
              .mock
            }
          }
          #sourceLocation()
          #endif
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

          #if true
          #sourceLocation(file: "Test.swift", line: 2)
          #_EntrySendableProbe("client", \\DependencyValues.client)
          #sourceLocation()
          #endif

          #if true
          #sourceLocation(file: "Test.swift", line: 2)
          public nonisolated enum ClientKey: DependenciesMacros._DependencyKey {
            #sourceLocation(file: "Test.swift", line: 2)
            @DependenciesMacros._DependencyEntryDefaultValue public static var liveValue = Client.live
            #sourceLocation(file: "Test.swift", line: 2)
            @DependenciesMacros._DependencyEntryDefaultValue public static var testValue = Client()
          }
          #sourceLocation()
          #endif
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

          #if true
          #sourceLocation(file: "Test.swift", line: 2)
          #_EntrySendableProbe("client", \\DependencyValues.client)
          #sourceLocation()
          #endif

          #if true
          #sourceLocation(file: "Test.swift", line: 2)
          package nonisolated enum ClientKey: DependenciesMacros._DependencyKey {
            package typealias Value = Client
            package static var liveValue: Value {
              #sourceLocation(file: "Test.swift", line: 2)
              Client()
            }
          }
          #sourceLocation()
          #endif
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

          #if true
          #sourceLocation(file: "Test.swift", line: 2)
          #_EntrySendableProbe("client", \\DependencyValues.client)
          #sourceLocation()
          #endif

          #if true
          #sourceLocation(file: "Test.swift", line: 2)
          private nonisolated enum __Key_client: DependenciesMacros._TestDependencyKey {
            typealias Value = Client
            static var previewValue: Value {
              #sourceLocation(file: "Test.swift", line: 2)
              Client()
            }
            static var testValue: Value {
              DependenciesMacros._reportMissingTestValue("client")
              return previewValue
            }
          }
          #sourceLocation()
          #endif
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

          #if true
          #sourceLocation(file: "Test.swift", line: 2)
          #_EntrySendableProbe("a", \\DependencyValues.a)
          #sourceLocation()
          #endif

          #if true
          #sourceLocation(file: "Test.swift", line: 2)
          public nonisolated enum StringBarKey: DependenciesMacros._TestDependencyKey {
            public typealias Value = [String: Foo.Bar]?
            public static var testValue: Value {
              #sourceLocation(file: "Test.swift", line: 2)
              nil
            }
          }
          #sourceLocation()
          #endif
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

          #if true
          #sourceLocation(file: "Test.swift", line: 3)
          #_EntrySendableProbe("b", \\DependencyValues.b)
          #sourceLocation()
          #endif

          #if true
          #sourceLocation(file: "Test.swift", line: 3)
          public nonisolated enum ABKey: DependenciesMacros._TestDependencyKey {
            public typealias Value = any A & B
            public static var testValue: Value {
              #sourceLocation(file: "Test.swift", line: 3)
              C()
            }
          }
          #sourceLocation()
          #endif
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

          #if true
          #sourceLocation(file: "Test.swift", line: 4)
          #_EntrySendableProbe("f", \\DependencyValues.f)
          #sourceLocation()
          #endif

          #if true
          #sourceLocation(file: "Test.swift", line: 4)
          public nonisolated enum FKey: DependenciesMacros._TestDependencyKey {
            public typealias Value = () -> Void
            public static var testValue: Value {
              #sourceLocation(file: "Test.swift", line: 4)
              {
              }
            }
          }
          #sourceLocation()
          #endif
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

          #if true
          #sourceLocation(file: "Test.swift", line: 5)
          #_EntrySendableProbe("c", \\DependencyValues.c)
          #sourceLocation()
          #endif

          #if true
          #sourceLocation(file: "Test.swift", line: 5)
          public nonisolated enum Named: DependenciesMacros._TestDependencyKey {
            public typealias Value = Client
            public static var testValue: Value {
              #sourceLocation(file: "Test.swift", line: 5)
              Client()
            }
          }
          #sourceLocation()
          #endif
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

          #if true
          #sourceLocation(file: "Test.swift", line: 6)
          #_EntrySendableProbe("d", \\DependencyValues.d)
          #sourceLocation()
          #endif

          #if true
          #sourceLocation(file: "Test.swift", line: 6)
          private nonisolated enum Named: DependenciesMacros._TestDependencyKey {
            typealias Value = Client
            static var testValue: Value {
              #sourceLocation(file: "Test.swift", line: 6)
              Client()
            }
          }
          #sourceLocation()
          #endif
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

          #if true
          #sourceLocation(file: "Test.swift", line: 2)
          #_EntrySendableProbe("class", \\DependencyValues.`class`)
          #sourceLocation()
          #endif

          #if true
          #sourceLocation(file: "Test.swift", line: 2)
          private nonisolated enum __Key_class: DependenciesMacros._TestDependencyKey {
            typealias Value = Int
            static var testValue: Value {
              #sourceLocation(file: "Test.swift", line: 2)
              1
            }
          }
          #sourceLocation()
          #endif
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

          #if true
          #sourceLocation(file: "Test.swift", line: 3)
          #_EntrySendableProbe("default", \\DependencyValues.`default`)
          #sourceLocation()
          #endif

          #if true
          #sourceLocation(file: "Test.swift", line: 3)
          public nonisolated enum DefaultKey: DependenciesMacros._TestDependencyKey {
            #sourceLocation(file: "Test.swift", line: 3)
            @DependenciesMacros._DependencyEntryDefaultValue public static var testValue = 1
          }
          #sourceLocation()
          #endif
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

          #if true
          #sourceLocation(file: "Test.swift", line: 3)
          #_EntrySendableProbe("client", \\DependencyValues.client)
          #sourceLocation()
          #endif

          #if true
          #sourceLocation(file: "Test.swift", line: 3)
          @available(macOS 15, *)
          public nonisolated enum ClientKey: DependenciesMacros._TestDependencyKey {
            public typealias Value = Client
            public static var testValue: Value {
              #sourceLocation(file: "Test.swift", line: 3)
              Client()
            }
          }
          #sourceLocation()
          #endif
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
