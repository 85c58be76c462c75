import DependencySupport
import Foundation
import Testing

@testable import Dependencies

/// What users saw of values that were not the ones they had asked for.
@Suite struct SemanticsDefects {
  @Test func `values captured at three levels are seen innermost first`() {
    // The user saw: a grandchild model that lost what its grandparent had overridden.
    fresh {
      let grandparent = withDependencies {
        $0[AKey.self] = 1
        $0[BKey.self] = 1
        $0[CKey.self] = 1
      } operation: {
        Model()
      }
      let parent = withDependencies(from: grandparent) {
        $0[BKey.self] = 2
        $0[CKey.self] = 2
      } operation: {
        Model()
      }
      let child = withDependencies(from: parent) {
        $0[CKey.self] = 3
      } operation: {
        Model()
      }
      #expect(grandparent.all == [1, 1, 1])
      #expect(parent.all == [1, 2, 2])
      #expect(child.all == [1, 2, 3])
      withDependencies {
        $0[AKey.self] = 9
      } operation: {
        #expect(child.all == [9, 2, 3])
        #expect(parent.all == [9, 2, 2])
      }
      #expect(child.sums == [6, 6])
    }
  }

  @Test func `an accessor that reads other dependencies sees what the wrapper sees`() {
    // The user saw: a computed property of DependencyValues that ignored the overrides that a model had captured.
    fresh {
      let model = withDependencies {
        $0[AKey.self] = 5
      } operation: {
        Model()
      }
      #expect(model.accessors == [5, 5, 5, 5])
      withDependencies {
        $0[BKey.self] = 1
      } operation: {
        #expect(model.accessors == [5, 5, 5, 5])
      }
      withDependencies {
        $0[AKey.self] = 6
      } operation: {
        #expect(model.accessors == [6, 6, 6, 6])
      }
    }
  }

  @Test func `a continuation that an accessor yields to sees exactly its own values`() {
    // The user saw: an accessor that went back to the values of the program's start, and got a model's overrides.
    fresh {
      let root = withEscapedDependencies { $0 }
      let model = withDependencies {
        $0[AKey.self] = 5
      } operation: {
        Model()
      }
      Escaped.$root.withValue(root) {
        #expect(model.throughContinuation == 0)
      }
    }
  }

  @Test func `an accessor can enter scopes of its own`() {
    // The user saw: withDependencies in an accessor that lost the captured overrides, or its own.
    fresh {
      let model = withDependencies {
        $0[AKey.self] = 5
      } operation: {
        Model()
      }
      #expect(model.scoped == 105)
    }
  }

  @Test func `a member of a dependency is overridden alone, again and again`() {
    // The user saw: $0.client.fetch = … forgot the other members, or the ones set before.
    fresh {
      withDependencies {
        $0.breakableClient.fetch = { 10 }
        $0.breakableClient.save = { 20 }
      } operation: {
        @Dependency(\.breakableClient) var client
        @Dependency(\.breakableClient.fetch) var fetch
        #expect(client.fetch() == 10)
        #expect(client.save() == 20)
        #expect(client.untouched() == 3)
        #expect(fetch() == 10)
        withDependencies {
          $0.breakableClient.fetch = { 11 }
        } operation: {
          #expect(client.fetch() == 11)
          #expect(client.save() == 20)
          #expect(fetch() == 11)
        }
        #expect(fetch() == 10)
      }
      @Dependency(\.breakableClient) var client
      #expect(client.fetch() == 1)
    }
  }

  @Test func `nil is a value in every place`() {
    // The user saw: an override of an optional with nil that showed the default.
    fresh {
      @Dependency(OptionalKey.self) var value
      @Dependency(NestedOptionalKey.self) var nested
      #expect(value == 1)
      #expect(nested == .some(.none))
      withDependencies {
        $0[OptionalKey.self] = nil
        $0[NestedOptionalKey.self] = .none
      } operation: {
        #expect(value == nil)
        #expect(nested == Int??.none)
        let model = OptionalModel()
        withDependencies {
          $0[AKey.self] = 1
        } operation: {
          #expect(model.value == nil)
        }
      }
    }
    fresh {
      prepareDependencies { $0[OptionalKey.self] = nil }
      @Dependency(OptionalKey.self) var value
      #expect(value == nil)
    }
    DependencyValues.$_current.withValue(.live) {
      @Dependency(OptionalKey.self) var value
      @Dependency(NestedOptionalKey.self) var nested
      #expect(value == nil)
      #expect(nested == Int??.none)
    }
  }

  @Test func `live values of every kind of type are found`() {
    // The user saw: a live value that was a function, a tuple, a metatype or an existential, and got the test value.
    let collector = IssueCollector()
    collector.collect {
      DependencyValues.$_current.withValue(.live) {
        @Dependency(FunctionKey.self) var function
        @Dependency(ActorFunctionKey.self) var actorFunction
        @Dependency(TupleKey.self) var tuple
        @Dependency(MetatypeKey.self) var metatype
        @Dependency(ExistentialKey.self) var existential
        @Dependency(AnyKey.self) var any
        @Dependency(VoidKey.self) var void: Void
        @Dependency(GenericKey<Int>.self) var int
        @Dependency(GenericKey<String>.self) var string
        #expect(function(1) == 2)
        #expect(tuple.first == 1)
        #expect(tuple.second(1) == 2)
        #expect(ObjectIdentifier(metatype) == ObjectIdentifier(String.self))
        #expect(existential.id == 7)
        #expect(any as? Int == 8)
        #expect(int == "Int")
        #expect(string == "String")
        _ = actorFunction
        void
      }
    }
    #expect(collector.messages == [])
  }

  @Test func `from finds the values of every kind of model`() {
    // The user saw: dependencies that did not travel from an actor, a generic model, a subclass or a struct's holder.
    fresh {
      withDependencies {
        $0[AKey.self] = 3
      } operation: {
        #expect(seenFrom(Model()) == 3)
        #expect(seenFrom(Sub()) == 3)
        #expect(seenFrom(GenericModel("x")) == 3)
        #expect(seenFrom(GenericSub(1)) == 3)
        #expect(seenFrom(ActorModel()) == 3)
        #expect(seenFrom(MainModel.make()) == 3)
      }
      let holder = withDependencies {
        $0[AKey.self] = 4
      } operation: {
        Holder()
      }
      #expect(seenFrom(holder) == 4)
      let existential: any Identified = withDependencies {
        $0[AKey.self] = 5
      } operation: {
        Sub() as any Identified
      }
      #expect(seenFrom(existential) == 5)
      let optional = withDependencies {
        $0[AKey.self] = 6
      } operation: {
        Optional(Sub())
      }
      #expect(optional.map(seenFrom) == 6)
      let upcast: Model = withDependencies {
        $0[AKey.self] = 7
      } operation: {
        GenericSub(1)
      }
      #expect(seenFrom(upcast) == 7)
      let plain: PlainBase = withDependencies {
        $0[AKey.self] = 8
      } operation: {
        PlainDerived()
      }
      #expect(seenFrom(plain) == 8)
    }
  }

  @Test func `a model whose address is used again has only its own values`() {
    // The user saw: a new model that had the values of one that had died.
    fresh {
      for round in 0..<2_000 {
        let model: PlainBase
        if round.isMultiple(of: 2) {
          model = withDependencies {
            $0[AKey.self] = round
          } operation: {
            PlainBase()
          }
          #expect(seenFrom(model) == round)
        } else {
          model = PlainBase()
          let collector = IssueCollector()
          collector.collect { #expect(seenFrom(model) == 0) }
          #expect(collector.messages.count == 1)
        }
      }
    }
  }

  @Test func `overrides follow a task through actors and back`() async {
    // The user saw: an async scope that lost its overrides after an await on another actor.
    await DependencyValues.$_current.withValue(.test) {
      let hopper = Hopper()
      await withDependencies {
        await hopper.hop()
        $0[AKey.self] = 1
        await hopper.hop()
        $0[BKey.self] = 2
      } operation: {
        @Dependency(AKey.self) var a
        #expect(a == 1)
        #expect(await hopper.read() == 3)
        #expect(a == 1)
        async let child = hopper.read()
        #expect(await child == 3)
        let grouped = await withTaskGroup(of: Int.self) { group in
          for _ in 0..<10 { group.addTask { await hopper.read() } }
          return await group.reduce(0, +)
        }
        #expect(grouped == 30)
        #expect(await Task { await hopper.read() }.value == 3)
      }
      @Dependency(AKey.self) var a
      #expect(a == 0)
    }
  }

  @Test @MainActor func `an async scope runs on the caller's actor`() async {
    // The user saw: a warning, and a hop, in withDependencies called from the main actor.
    await DependencyValues.$_current.withValue(.test) {
      var local = 0
      await withDependencies {
        MainActor.assertIsolated()
        local += 1
        await Task.yield()
        $0[AKey.self] = 1
      } operation: {
        MainActor.assertIsolated()
        await Task.yield()
        local += 1
      }
      await withDependencies(from: MainModel.make()) {
        MainActor.assertIsolated()
        await Task.yield()
        local += 1
      }
      await withEscapedDependencies { continuation in
        await continuation.yield {
          MainActor.assertIsolated()
          await Task.yield()
          local += 1
        }
      }
      #expect(local == 4)
    }
  }

  @Test func `the context that is current counts for what a model captured`() {
    // The user saw: live values in a preview scope, for models that were made elsewhere.
    fresh(DependencyValues()) {
      let made = Model()
      let live = withDependencies {
        $0.context = .live
      } operation: {
        Model()
      }
      #expect(made.contextual == "test")
      #expect(live.contextual == "live")
      withDependencies {
        $0.context = .preview
      } operation: {
        #expect(made.contextual == "preview")
        #expect(live.contextual == "preview")
        #expect(live.context == .preview)
      }
      DependencyValues.$_current.withValue(.preview) {
        #expect(made.contextual == "preview")
        #expect(live.contextual == "preview")
        #expect(live.context == .preview)
        #expect(made.context == .preview)
      }
    }
  }

  @Test func `the context is prepared once`() {
    // The user saw: a second preparation of the context that won without a word.
    let collector = IssueCollector()
    collector.collect {
      fresh(DependencyValues()) {
        prepareDependencies { $0.context = .live }
        prepareDependencies { $0.context = .preview }
        @Dependency(\.context) var context
        #expect(context == .live)
      }
    }
    #expect(collector.messages.count == 1)
  }

  @Test func `a value that is missing in the live context fails every test that reads it`() {
    // The user saw: only the first of two tests that used a client without a live value fail.
    for _ in 0..<2 {
      let collector = IssueCollector()
      collector.collect {
        DependencyValues.$_current.withValue(.live) {
          @Dependency(AKey.self) var a
          #expect(a == 0)
        }
      }
      #expect(collector.messages.count == 1)
    }
  }

  @Test func `a value that is missing in the live context is said at the first ordinary read`() {
    // The user saw: a part of a client overridden at the start, and the rest of it used unnoticed elsewhere.
    let collector = IssueCollector()
    var line: UInt = 0
    collector.collect {
      DependencyValues.$_current.withValue(.live) {
        withDependencies {
          $0.breakableTestClient.fetch = { 1 }
        } operation: {
        }
        #expect(collector.messages == [])
        line = #line + 1
        @Dependency(\.breakableTestClient) var client
        #expect(client.fetch() == 0)
        #expect(client.fetch() == 0)
      }
    }
    #expect(collector.messages.count == 1)
    #expect(collector.issues.first?.line == line)
  }

  @Test func `a missing test value is not forgotten because it was made under an override`() {
    // The user saw: a live client in a test that passed, since a nested scope had overridden a part of it first.
    let collector = IssueCollector()
    collector.collect {
      fresh {
        withDependencies {
          $0[AKey.self] = 5
        } operation: {
          withDependencies {
            $0.breakableLiveClient.fetch = { 1 }
          } operation: {
          }
          #expect(collector.messages == [])
          @Dependency(\.breakableLiveClient) var client
          #expect(client.fetch() == 5)
          #expect(client.fetch() == 5)
        }
      }
    }
    #expect(collector.messages.count == 1)
  }

  @Test func `a cycle of test values says that the test value needs itself`() async {
    // The user saw: "has no test value of its own", and it had one.
    #if os(Linux) || os(macOS)
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        DependencyValues.$_current.withValue(.test) {
          @Dependency(EgoKey.self) var value
          _ = value
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("EgoKey → "))
      #expect(text.contains("or one that needs it too"))
    #endif
  }

  @Test func `a cycle in a preview goes on with the test value`() {
    // The user saw: a preview that stopped.
    let collector = IssueCollector()
    collector.collect {
      DependencyValues.$_current.withValue(.preview) {
        @Dependency(PreviewCycleKey.self) var value
        #expect(value == "preview(test)")
      }
    }
    #expect(collector.messages.count == 1)
  }

  @Test func `a cycle of five under overrides is reported with its path`() {
    // The user saw: a hang, or no report, where a scope had overridden something.
    let collector = IssueCollector()
    collector.collect {
      DependencyValues.$_current.withValue(.live) {
        for index in 1...2 {
          withDependencies {
            $0[RoundKey.self] = index
          } operation: {
            @Dependency(Ring1Key.self) var ring
            #expect(ring == "1\(index)2345stop")
          }
        }
      }
    }
    // What the first scope made inside the reported cycle is kept.
    #expect(collector.messages.count == 1)
    #expect(
      collector.messages.allSatisfy { message in
        (1...5).allSatisfy { message.contains("Ring\($0)Key") }
      })
  }

  @Test func `what stood in for a value of a cycle may read dependencies as it dies`() {
    // The user saw: a hang after a reported cycle.
    let collector = IssueCollector()
    let deaths = LockIsolated(0)
    collector.collect {
      DependencyValues.$_current.withValue(.live) {
        CurrentDeaths.$value.withValue(deaths) {
          @Dependency(MortalCycleKey.self) var value
          #expect(value.name == "live")
        }
      }
    }
    #expect(collector.messages.contains { $0.contains("→") })
    #expect(deaths.value == 1)
  }

  @Test func `a chain of two thousand defaults is made at once`() {
    // The user saw: a program that stopped, or took minutes, with a long chain of defaults.
    onLargeStack {
      fresh {
        #expect(Chain<Zero>.read(depth: 2_000) == 2_000)
      }
    }
  }

  @Test func `a clock that is not overridden fails the test at the line that declares it`()
    async throws
  {
    // The user saw: failures in a file of the library, and no word of whose clock it was.
    let collector = IssueCollector()
    try await collector.collect {
      try await DependencyValues.$_current.withValue(.test) {
        let line: UInt = #line + 1
        @Dependency(\.continuousClock) var clock
        try await clock.sleep(for: .zero)
        #expect(!collector.issues.isEmpty)
        for issue in collector.issues {
          #expect(issue.fileID == #fileID)
          #expect(issue.line == line)
        }
      }
    }
  }

  @Test func `a reporter that reads dependencies is told of a misspelt context`() async {
    // The user saw: a program that hung at its first read.
    await #expect(processExitsWith: .success) {
      setenv("SWIFT_DEPENDENCIES_CONTEXT", "tset", 1)
      let reporter = ReadingReporter()
      withIssueReporters([reporter]) {
        @Dependency(\.calendar) var calendar
        @Dependency(\.timeZone) var timeZone
        _ = (calendar, timeZone)
      }
      let misspelt = reporter.messages.value.filter { $0.contains("\"tset\"") }
      exit(misspelt.count == 1 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}

private struct ReadingReporter: IssueReporter {
  let messages = LockIsolated<[String]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    @Dependency(\.notificationCenter) var center
    let text = "\(center): \(message() ?? "")"
    messages.withValue { $0.append(text) }
  }
}

private func fresh(_ values: DependencyValues = .test, _ body: () -> Void) {
  DependencyValues.$_current.withValue(values, operation: body)
}

func onLargeStack(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    done.signal()
  }
  thread.stackSize = 512 << 20
  thread.start()
  done.wait()
}

private func seenFrom(_ model: some AnyObject) -> Int {
  DependencyValues.$_current.withValue(.test) {
    withDependencies(from: model) {
      @Dependency(AKey.self) var a
      return a
    }
  }
}

private func seenFrom(_ model: any Identified) -> Int { seenFrom(model as AnyObject) }

private enum AKey: TestDependencyKey { static var testValue: Int { 0 } }
private enum BKey: TestDependencyKey { static var testValue: Int { 0 } }
private enum CKey: TestDependencyKey { static var testValue: Int { 0 } }

private enum SumKey: TestDependencyKey {
  static var testValue: Int {
    @Dependency(AKey.self) var a
    @Dependency(\.breakableB) var b
    @Dependency(CKey.self) var c
    return a + b + c
  }
}

private enum Escaped {
  @TaskLocal static var root: DependencyValues.Continuation?
}

extension DependencyValues {
  fileprivate var breakableB: Int {
    get { self[BKey.self] }
    set { self[BKey.self] = newValue }
  }

  fileprivate var accessorBySelf: Int { self[AKey.self] }

  fileprivate var accessorByKey: Int {
    @Dependency(AKey.self) var a
    return a
  }

  fileprivate var accessorByKeyPath: Int {
    @Dependency(\.accessorBySelf) var a
    return a
  }

  fileprivate var accessorByBoth: Int {
    @Dependency(\.accessorByKeyPath) var a
    return Model().a + a - a
  }

  fileprivate var accessorThroughContinuation: Int {
    Escaped.root?.yield {
      @Dependency(AKey.self) var a
      return a
    } ?? -1
  }

  fileprivate var accessorInScope: Int {
    withDependencies {
      $0[BKey.self] = 100
    } operation: {
      @Dependency(AKey.self) var a
      @Dependency(\.breakableB) var b
      return a + b
    }
  }

  fileprivate var breakableClient: BreakableClient {
    get { self[BreakableClient.self] }
    set { self[BreakableClient.self] = newValue }
  }

  fileprivate var breakableTestClient: BreakableClient {
    get { self[TestOnlyClientKey.self] }
    set { self[TestOnlyClientKey.self] = newValue }
  }

  fileprivate var breakableLiveClient: BreakableClient {
    get { self[LiveOnlyClientKey.self] }
    set { self[LiveOnlyClientKey.self] = newValue }
  }
}

private struct BreakableClient: DependencyKey {
  var fetch: @Sendable () -> Int
  var save: @Sendable () -> Int = { 2 }
  var untouched: @Sendable () -> Int = { 3 }

  static var liveValue: Self { Self(fetch: { 0 }) }
  static var testValue: Self { Self(fetch: { 1 }) }
}

private enum TestOnlyClientKey: TestDependencyKey {
  static var testValue: BreakableClient { BreakableClient(fetch: { 0 }) }
}

private enum LiveOnlyClientKey: DependencyKey {
  static var liveValue: BreakableClient {
    @Dependency(AKey.self) var a
    return BreakableClient(fetch: { [a] in a })
  }
}

private class Model: @unchecked Sendable {
  @Dependency(AKey.self) var a
  @Dependency(\.breakableB) private var b
  @Dependency(CKey.self) private var c
  @Dependency(SumKey.self) private var sum
  @Dependency(ContextualKey.self) var contextual
  @Dependency(\.context) var context
  @Dependency(\.accessorBySelf) private var bySelf
  @Dependency(\.accessorByKey) private var byKey
  @Dependency(\.accessorByKeyPath) private var byKeyPath
  @Dependency(\.accessorByBoth) private var byBoth
  @Dependency(\.accessorThroughContinuation) var throughContinuation
  @Dependency(\.accessorInScope) var scoped

  var all: [Int] { [a, b, c] }
  var sums: [Int] { [sum, a + b + c] }
  var accessors: [Int] { [bySelf, byKey, byKeyPath, byBoth] }
}

private protocol Identified: AnyObject {}
private class Sub: Model, Identified, @unchecked Sendable {
  let more = "more"
}

private final class GenericModel<Value> {
  let value: Value
  @Dependency(AKey.self) private var a

  init(_ value: Value) {
    self.value = value
  }
}

private final class GenericSub<Value>: Model, @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

private actor ActorModel {
  let first = 1
  @Dependency(AKey.self) private var a
}

@MainActor private final class MainModel {
  @Dependency(AKey.self) private var a

  private nonisolated init() {}
  nonisolated static func make() -> MainModel { MainModel() }
}

private struct Held {
  @Dependency(AKey.self) var a
  let object = PlainBase()
}

private final class Holder {
  let held = Held()
}

private class PlainBase {}
private final class PlainDerived: PlainBase {}

private final class OptionalModel {
  @Dependency(OptionalKey.self) var value
}

private enum OptionalKey: DependencyKey {
  static var liveValue: Int? { nil }
  static var testValue: Int? { 1 }
}

private enum NestedOptionalKey: DependencyKey {
  static var liveValue: Int?? { nil }
  static var testValue: Int?? { .some(.none) }
}

private enum FunctionKey: DependencyKey {
  static var liveValue: @Sendable (Int) -> Int { { $0 + 1 } }
  static var testValue: @Sendable (Int) -> Int { { $0 } }
}

private enum ActorFunctionKey: DependencyKey {
  static var liveValue: @MainActor @Sendable (Int) async throws(CancellationError) -> Int { { $0 } }
  static var testValue: @MainActor @Sendable (Int) async throws(CancellationError) -> Int { { $0 } }
}

private enum TupleKey: DependencyKey {
  static var liveValue: (first: Int, second: @Sendable (Int) -> Int) { (1, { $0 + 1 }) }
  static var testValue: (first: Int, second: @Sendable (Int) -> Int) { (0, { $0 }) }
}

private enum MetatypeKey: DependencyKey {
  static var liveValue: any Any.Type { String.self }
  static var testValue: any Any.Type { Int.self }
}

private protocol Existing: Sendable { var id: Int { get } }
private struct Existent: Existing { let id: Int }

private enum ExistentialKey: DependencyKey {
  static var liveValue: any Existing { Existent(id: 7) }
  static var testValue: any Existing { Existent(id: 0) }
}

private enum AnyKey: DependencyKey {
  static var liveValue: any Sendable { 8 }
  static var testValue: any Sendable { 0 }
}

private enum VoidKey: DependencyKey {
  static var liveValue: Void { () }
  static var testValue: Void { () }
}

private enum GenericKey<Kind>: DependencyKey {
  static var liveValue: String { "\(Kind.self)" }
  static var testValue: String { "" }
}

private enum ContextualKey: DependencyKey {
  static var liveValue: String { "live" }
  static var previewValue: String { "preview" }
  static var testValue: String { "test" }
}

private actor Hopper {
  @Dependency(AKey.self) private var a

  func hop() async { await Task.yield() }

  func read() async -> Int {
    await Task.yield()
    @Dependency(BKey.self) var b
    return a + b
  }
}

private enum EgoKey: TestDependencyKey {
  static var testValue: Int {
    @Dependency(EgoKey.self) var ego
    return ego
  }
}

private enum PreviewCycleKey: TestDependencyKey {
  static var previewValue: String {
    @Dependency(PreviewCycleKey.self) var own
    return "preview(\(own))"
  }
  static var testValue: String { "test" }
}

private enum RoundKey: TestDependencyKey { static var testValue: Int { 0 } }

private enum Ring1Key: DependencyKey {
  static var liveValue: String {
    @Dependency(RoundKey.self) var round
    @Dependency(Ring2Key.self) var next
    return "1\(round)\(next)"
  }
  static var testValue: String { "stop" }
}

private enum Ring2Key: DependencyKey {
  static var liveValue: String {
    @Dependency(Ring3Key.self) var next
    return "2\(next)"
  }
}

private enum Ring3Key: DependencyKey {
  static var liveValue: String {
    @Dependency(Ring4Key.self) var next
    return "3\(next)"
  }
}

private enum Ring4Key: DependencyKey {
  static var liveValue: String {
    @Dependency(Ring5Key.self) var next
    return "4\(next)"
  }
}

private enum Ring5Key: DependencyKey {
  static var liveValue: String {
    @Dependency(Ring1Key.self) var next
    return "5\(next)"
  }
}

private enum CurrentDeaths {
  @TaskLocal static var value = LockIsolated(0)
}

private final class Mortal: Sendable {
  let name: String
  private let deaths = CurrentDeaths.value

  init(_ name: String) {
    self.name = name
  }

  deinit {
    guard name == "test" else { return }
    @Dependency(LateDefaultKey.self) var late
    precondition(late == 1)
    deaths.withValue { $0 += 1 }
  }
}

private enum LateDefaultKey: DependencyKey {
  static var liveValue: Int { 1 }
  static var testValue: Int { 1 }
}

private enum MortalCycleKey: DependencyKey {
  static var liveValue: Mortal {
    @Dependency(MortalCycleKey.self) var own
    precondition(own.name == "test")
    return Mortal("live")
  }
  static var testValue: Mortal { Mortal("test") }
}

private protocol Depth: Sendable {}
private enum Zero: Depth {}
private enum Next<Before: Depth>: Depth {}

/// A key for each depth. The types would be too deep for the compiler, so they are made as the chain goes.
private enum Chain<D: Depth>: TestDependencyKey {
  static var testValue: Int {
    let depth = Remaining.depth
    guard depth > 0 else { return 0 }
    return Remaining.$depth.withValue(depth - 1) { deeper(D.self) }
  }

  private static func deeper(_ type: (some Depth).Type) -> Int { next(type) + 1 }

  private static func next<Last: Depth>(_ type: Last.Type) -> Int {
    @Dependency(Chain<Next<Last>>.self) var next
    return next
  }

  static func read(depth: Int) -> Int {
    Remaining.$depth.withValue(depth) {
      @Dependency(Chain<D>.self) var value
      return value
    }
  }
}

private enum Remaining {
  @TaskLocal static var depth = 0
}
