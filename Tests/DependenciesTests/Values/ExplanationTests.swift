import DependencySupport
import Testing

@testable import Dependencies

@Suite struct ExplanationTests {
  @Test func `a default names its context, and nothing is reported`() {
    let collector = IssueCollector()
    collector.collect {
      DependencyValues.$_current.withValue(.test) {
        let explanation = explainDependency(\.size)
        #expect(explanation.valueType == "Int")
        #expect(explanation.dependencies.map(\.key) == ["SizeKey"])
        #expect(explanation.dependencies.first?.origins.map(\.kind) == [.defaultValue(.test)])
      }
    }
    #expect(collector.messages == [])
  }

  @Test func `overrides are listed innermost first, then what they hide`() {
    DependencyValues.$_current.withValue(.test) {
      let outer: UInt = #line + 1
      withDependencies {
        $0.size = 1
      } operation: {
        let inner: UInt = #line + 1
        withDependencies {
          $0.size = 2
        } operation: {
          #expect(
            "\(explainDependency(\.size))" == """
              Int
                overridden at DependenciesTests/ExplanationTests.swift:\(inner)
                shadowed: overridden at DependenciesTests/ExplanationTests.swift:\(outer)
                shadowed: default of the test context
              """)
          #expect("\(explainDependency(SizeKey.self))" == "\(explainDependency(\.size))")
        }
      }
    }
  }

  @Test func `a preparation names its place`() {
    DependencyValues.$_current.withValue(.test) {
      let line: UInt = #line + 1
      prepareDependencies { $0.size = 5 }
      #expect(
        "\(explainDependency(\.size))" == """
          Int
            prepared at DependenciesTests/ExplanationTests.swift:\(line)
            shadowed: default of the test context
          """)
    }
  }

  @Test func `every key that a property reads is listed in order`() {
    DependencyValues.$_current.withValue(.test) {
      withDependencies {
        $0.size = 1
      } operation: {
        let explanation = explainDependency(\.label)
        #expect(explanation.dependencies.map(\.key) == ["NameKey", "SizeKey"])
        #expect(
          explanation.description.hasPrefix("String\n  NameKey: String\n    default of the test"))
      }
    }
  }

  @Test func `a scoped key says whether its scope is open`() async {
    let collector = IssueCollector()
    await collector.collect {
      await DependencyValues.$_current.withValue(.test) {
        #expect(
          "\(explainDependency(ScopedKey.self))" == """
            Int
              made for each read, since scope 'explained' is not open
              shadowed: default of the test context
            """)
        await withDependencies {
          $0.size = 1
        } operation: {
          await withDependencyScope(DependencyScope("explained")) {
            #expect(
              explainDependency(ScopedKey.self).dependencies.first?.origins.map(\.kind)
                == [.createdInScope("explained"), .defaultValue(.test)])
            #expect(
              explainDependency(ScopedSizeKey.self).dependencies.first?.origins.map(\.kind)
                == [.createdInScope("explained"), .defaultValue(.test)])
          }
        }
      }
    }
    #expect(collector.messages == [])
  }

  @Test func `an override of a scoped key hides that no scope is open`() {
    withDependencies {
      $0[ScopedKey.self] = 3
    } operation: {
      #expect(
        explainDependency(ScopedKey.self).dependencies.first?.origins.map(\.kind)
          == [.overridden, .outsideOfScope("explained"), .defaultValue(.test)])
    }
  }

  @Test func `a value of a scope and one made under overrides say so`() async {
    await DependencyValues.$_current.withValue(.test) {
      await withDependencyScope(DependencyScope("explained")) {
        @Dependency(ScopedKey.self) var scoped
        _ = scoped
        #expect(
          explainDependency(ScopedKey.self).dependencies.first?.origins.first?.kind
            == .createdInScope("explained"))
      }
      withDependencies {
        $0.size = 1
      } operation: {
        #expect(
          explainDependency(DoubleKey.self).dependencies.first?.origins.first?.kind
            == .createdUnderOverrides)
      }
    }
  }
}

private enum SizeKey: TestDependencyKey {
  static var testValue: Int { 0 }
}

private enum NameKey: DependencyKey {
  static var liveValue: String { "name" }
}

private enum DoubleKey: TestDependencyKey {
  static var testValue: Int {
    @Dependency(\.size) var size
    return 2 * size
  }
}

private enum ScopedKey: ScopedDependencyKey {
  static var scope: DependencyScope { DependencyScope("explained") }
  static var liveValue: Int { 1 }
  static var testValue: Int { 1 }
}

private enum ScopedSizeKey: ScopedDependencyKey {
  static var scope: DependencyScope { DependencyScope("explained") }
  static var liveValue: Int {
    @Dependency(\.size) var size
    return size
  }
  static var testValue: Int { liveValue }
}

extension DependencyValues {
  fileprivate var size: Int {
    get { self[SizeKey.self] }
    set { self[SizeKey.self] = newValue }
  }

  fileprivate var label: String {
    @Dependency(SizeKey.self) var size
    return "\(self[NameKey.self]) \(size)"
  }
}
