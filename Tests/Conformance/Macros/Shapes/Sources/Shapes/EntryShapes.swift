import Dependencies
import DependenciesMacros
import ShapesLibrary

protocol Service: Sendable { var name: String { get } }
struct Named: Service { var name: String }

extension DependencyValues {
  @DependencyEntry var number: Int = 1
  @DependencyEntry(liveValue: 3, previewValue: 2) var every: Int = 1
  @DependencyEntry(liveValue: Named(name: "live")) var inferred = Named(name: "test")
  @DependencyEntry(liveValue: Named(name: "live")) var existential: any Service = Named(
    name: "test")
  @DependencyEntry(liveValue: 3) var liveOnly: Int
  @DependencyEntry(previewValue: 2) var previewOnly: Int
  @DependencyEntry var `class`: Int = 5
  @DependencyEntry("NumberKey") public var named: Int = 6
  @DependencyEntry public var dictionary: [String: Int]? = nil
  @DependencyEntry var closure: @Sendable (Int) -> Int = { $0 + 1 }
  @DependencyEntry var generic: Generic<Int> = Generic()
  @available(*, deprecated) @DependencyEntry var old: Int = 8
}

extension Dependencies_.DependencyValues {
  @DependenciesMacros.DependencyEntry var qualified: Int = 7
}

/// What `Dependencies` is called where a type takes its name.
enum Dependencies_ {
  typealias DependencyValues = ShapesDependencyValues
}

typealias ShapesDependencyValues = DependencyValues

func read<Value>(
  _ keyPath: any KeyPath<DependencyValues, Value> & Sendable, in context: DependencyContext
) -> Value {
  withDependencies {
    $0.context = context
  } operation: {
    @Dependency(keyPath) var value
    return value
  }
}

let entryShapes: [Shape] = [
  Shape("a test value") {
    try expect(read(\.number, in: .test) == 1)
    try expect(
      withDependencies {
        $0.number = 2
      } operation: {
        read(\.number, in: .test)
      } == 2)
  },
  Shape("all values") {
    try expect(read(\.every, in: .test) == 1)
    try expect(read(\.every, in: .preview) == 2)
    try expect(read(\.every, in: .live) == 3)
  },
  Shape("an inferred type") {
    try expect(read(\.inferred, in: .test).name == "test")
    try expect(read(\.inferred, in: .live).name == "live")
  },
  Shape("an existential") {
    try expect(read(\.existential, in: .test).name == "test")
    try expect(read(\.existential, in: .live).name == "live")
  },
  Shape("a live value alone") { try expect(read(\.liveOnly, in: .live) == 3) },
  Shape("a preview value alone") {
    try expect(read(\.previewOnly, in: .preview) == 2)
    try await expectUnimplemented("@Dependency(\\.previewOnly)") {
      try expect(read(\.previewOnly, in: .test) == 2)
    }
  },
  Shape("a name in backticks") { try expect(read(\.class, in: .test) == 5) },
  Shape("a named key") {
    try expect(DependencyValues.NumberKey.testValue == 6)
    try expect(read(\.named, in: .test) == 6)
  },
  Shape("a key named by its type") {
    try expect(DependencyValues.StringIntKey.testValue == nil)
  },
  Shape("a closure") { try expect(read(\.closure, in: .test)(1) == 2) },
  Shape("a generic client as an entry") {
    try await expectUnimplemented("Generic<Int>.add") {
      read(\.generic, in: .test).add(element: 1)
    }
  },
  Shape("a public entry of another module") {
    try expect(read(\.publicClient, in: .test).prefix == "entry")
    try expect(DependencyValues.PublicClientKey.testValue.prefix == "entry")
  },
  Shape("a package entry of another module") {
    try expect(read(\.packageNumber, in: .test) == 4)
  },
  Shape("an extension through another name") { try expect(read(\.qualified, in: .test) == 7) },
]
