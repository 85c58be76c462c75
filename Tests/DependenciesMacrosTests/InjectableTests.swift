import Testing

@Suite struct InjectableTests {
  @Test func `the properties without a value are the dependencies`() {
    expect(
      """
      @Injectable
      final class Model {
        private let id: Int
        var count = 0
        var cache: String?
        static let shared = 1
        lazy var late = id
        var doubled: Int { id * 2 }
        @Injected(Int.self) var injected
        @Dependencies.Dependency(\\.date) var date
        let `default`: String?
      }
      """,
      expandsTo: """

        final class Model {
          private let id: Int
          var count = 0
          var cache: String?
          static let shared = 1
          lazy var late = id
          var doubled: Int { id * 2 }
          @Injected(Int.self) var injected
          @Dependencies.Dependency(\\.date) var date
          let `default`: String?

          nonisolated struct Dependency {
            var id: Int
            var `default`: String?
          }

          private init(dependency: Dependency) {
            self.id = dependency.id
            self.`default` = dependency.`default`
          }

          static func make(dependency: Dependency) -> Self {
            Self(dependency: dependency)
          }

          @discardableResult
          nonisolated static func register(
            in container: _InjectableContainer, name: Swift.String? = nil
          ) -> _InjectableEntry<Model> {
            container._registerInjectable(
              Model.self, name: name, dependency: Dependency.init,
              make: Model.make(dependency:))
          }
        }
        """)
  }

  @Test func `a class must be final`() {
    expect(
      """
      @Injectable
      open class Model {
      }
      """,
      reports:
        "2:12: error: the class 'Model' must be 'final': an object of a subclass would be made without 'make(dependency:)'",
      fixedAs: """
        @Injectable
        public final class Model {
        }
        """)
  }

  @Test func `no other initializer may be called`() {
    expect(
      """
      @Injectable
      struct Model {
        let id: Int
        public init(id: Int) { self.id = id }
        private init() { id = 0 }
      }
      """,
      reports:
        "4:10: error: 'Model' can be made with this initializer too, and 'make(dependency:)' is to be the only way; make it 'private'",
      fixedAs: """
        @Injectable
        struct Model {
          let id: Int
          private init(id: Int) { self.id = id }
          private init() { id = 0 }
        }
        """)
  }

  @Test func `the property wrapper is hidden`() {
    expect(
      """
      @Injectable
      struct Model {
        @Dependency(\\.date) var date
      }
      """,
      reports:
        "3:4: error: '@Injectable' writes a type 'Dependency' in 'Model', which hides the property wrapper; write '@Dependencies.Dependency'",
      fixedAs: """
        @Injectable
        struct Model {
          @Dependencies.Dependency(\\.date) var date
        }
        """)
  }

  @Test func `a type of its own named Dependency is refused`() {
    expect(
      """
      @Injectable
      struct Model {
        struct Dependency {}
      }
      """,
      reports:
        "3:10: error: '@Injectable' writes the type 'Dependency' of 'Model'; rename this one, or leave the attribute out and write 'make(dependency:)' as well"
    )
  }

  @Test func `tuples, wrappers and enums are refused`() {
    expect(
      """
      @Injectable
      struct Model {
        let (a, b): (Int, Int)
      }
      @Injectable
      struct View {
        @Binding var isOn: Bool
      }
      @Injectable
      enum Choice {
      }
      """,
      reports:
        "3:7: error: properties declared as a tuple cannot be dependencies of 'Model'; declare each on its own",
      "7:3: error: 'isOn' cannot be a dependency of 'View', since only '@Binding' knows how it is made; give it a default",
      "10:1: error: '@Injectable' makes a struct, a class or an actor from its dependencies; it cannot be applied to an enum"
    )
  }
}
