import DependenciesTestSupport
import DependencySupport
import Foundation
import Testing

@testable import Dependencies

@Suite struct FamilyTests {
  private func inFreshValues(_ body: () -> Void) -> [String] {
    let collector = IssueCollector()
    collector.collect { DependencyValues.$_current.withValue(.test, operation: body) }
    return collector.messages
  }

  @Test func `each argument has one member`() {
    let messages = inFreshValues {
      @Dependency(\.box[.first]) var first
      @Dependency(\.box[.second]) var second
      @Dependency(\.box) var boxes
      #expect(first.name == "first in base")
      #expect(first === boxes[.first])
      #expect(first === boxes(.first))
      #expect(first !== second)
    }
    #expect(messages == [])
  }

  @Test func `a member is overridden in its scope alone, and beats the family`() {
    _ = inFreshValues {
      let mock = Box("mock")
      withDependencies {
        $0.box[.first] = mock
      } operation: {
        @Dependency(\.box[.first]) var first
        @Dependency(\.box[.second]) var second
        #expect(first === mock)
        #expect(second.name == "second in base")
        withDependencies {
          $0.box = DependencyFamily { Box("other \($0)") }
        } operation: {
          #expect(first.name == "other first")
        }
      }
      @Dependency(\.box[.first]) var first
      #expect(first.name == "first in base")
    }
  }

  @Test func `a member can be prepared`() {
    let messages = inFreshValues {
      prepareDependencies { $0.box[.first] = Box("prepared") }
      @Dependency(\.box[.first]) var first
      @Dependency(\.box[.second]) var second
      #expect(first.name == "prepared")
      #expect(second.name == "second in base")
    }
    #expect(messages == [])
  }

  @Test func `a model that captured a family reads its members under the captured values`() {
    _ = inFreshValues {
      final class Model {
        @Dependency(\.box[.first]) var box
        @Dependency(\.box) var boxes
      }
      let model = withDependencies {
        $0.place = "captured"
      } operation: {
        Model()
      }
      #expect(model.box.name == "first in captured")
      withDependencies {
        $0.place = "current"
      } operation: {
        #expect(model.box.name == "first in current")
      }
      #expect(model.box.name == "first in captured")
      @Dependency(\.box[.first]) var box
      #expect(box.name == "first in base")
    }
  }

  @Test func `a member that was made under an override is seen by nobody outside`() {
    _ = inFreshValues {
      let inside = withDependencies {
        $0.place = "override"
      } operation: {
        @Dependency(\.box[.first]) var box
        #expect(box.name == "first in override")
        @Dependency(\.box[.first]) var again
        #expect(box === again)
        return box
      }
      @Dependency(\.box[.first]) var box
      #expect(box.name == "first in base")
      #expect(box !== inside)
    }
  }

  @Test func `one member can be made of another, and a member of itself stops with its path`() async
  {
    _ = inFreshValues {
      @Dependency(\.sum[4]) var sum
      #expect(sum == 10)
    }
    #if os(Linux) || os(macOS)
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        @Dependency(\.sum[-1]) var sum
        _ = sum
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("SumKey[-1] → SumKey[-1]"))
    #endif
  }

  @Test func `64 threads that ask 1,000 times for the same new member get one each time`() {
    let made = LockIsolated(0)
    let family = DependencyFamily<Int, Box> { _ in
      made.withValue { $0 += 1 }
      return Box("")
    }
    let start = CyclicBarrier(64)
    let seen = LockIsolated<[[Box]]>([])
    onThreads(
      (0..<64).map { _ in
        {
          let boxes = (0..<1_000).map { argument -> Box in
            start.arrive()
            return family[argument]
          }
          seen.withValue { $0.append(boxes) }
        }
      })
    #expect(made.value == 1_000)
    #expect(seen.value.count == 64)
    let different = (0..<1_000).filter { argument in
      seen.value.contains { $0[argument] !== seen.value[0][argument] }
    }
    #expect(different == [])
  }

  @Test func `nobody waits for another argument's member`() {
    let isMaking = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let family = DependencyFamily<Int, Int> { argument in
      if argument == 0 {
        isMaking.signal()
        mayEnd.wait()
      }
      return argument
    }
    onThreads([
      { #expect(family[0] == 0) },
      {
        isMaking.wait()
        #expect(family[1] == 1)
        mayEnd.signal()
      },
    ])
  }
}

@Suite struct FamilyRetentionTests {
  private let lifetimes = Lifetimes()

  private func family(
    _ retention: DependencyFamily<Int, LifetimeTracked>.Retention
  ) -> DependencyFamily<Int, LifetimeTracked> {
    DependencyFamily(retention: retention) { [lifetimes] in LifetimeTracked("\($0)", in: lifetimes)
    }
  }

  @Test func `forever: until it is evicted, or the family ends`() {
    var family: DependencyFamily? = family(.forever)
    for argument in 0..<10 { _ = family?[argument] }
    #expect(lifetimes.alive == 10)
    family?.evict(3)
    #expect(lifetimes.alive == 9)
    family?.evictAll()
    #expect(lifetimes.alive == 0)
    _ = family?[1]
    #expect(lifetimes.alive == 1)
    family = nil
    #expect(lifetimes.alive == 0)
  }

  @Test func `weak: as long as somebody holds it`() {
    let family = family(.weak)
    var held: LifetimeTracked? = family[1]
    #expect(held === family[1])
    #expect(lifetimes.alive == 1)
    withExtendedLifetime(held) {}
    held = nil
    #expect(lifetimes.alive == 0)
    #expect(family[1].name == "1")
    for argument in 0..<10_000 { _ = family[argument] }
    #expect(lifetimes.alive == 0)
  }

  @Test func `weak with a value that is no object makes it each time, and says so once`() {
    let collector = IssueCollector()
    collector.collect {
      let made = LockIsolated(0)
      let family = DependencyFamily<Int, Int>(retention: .weak) { argument in
        made.withValue { $0 += 1 }
        return argument
      }
      #expect(family[1] == 1)
      #expect(family[1] == 1)
      #expect(made.value == 2)
    }
    #expect(collector.messages.count == 1)
    #expect(collector.messages.first?.contains("is no class") == true)
  }

  @Test func `transient: made each time`() {
    let family = family(.transient)
    #expect(family[1] !== family[1])
    #expect(lifetimes.alive == 0)
  }

  @Test func `least recently used: the limit holds, and who was read last stays`() {
    let family = family(.leastRecentlyUsed(limit: 3))
    let one = ObjectIdentifier(family[1])
    _ = (family[2], family[3])
    #expect(ObjectIdentifier(family[1]) == one)
    _ = family[4]
    #expect(lifetimes.alive == 3)
    #expect(ObjectIdentifier(family[1]) == one)
  }

  @Test func `a family of the least recently used stays at its limit over 100,000 members`() {
    let family = family(.leastRecentlyUsed(limit: 1_000))
    var most = 0
    for argument in 0..<100_000 {
      _ = family[argument]
      most = max(most, lifetimes.alive)
    }
    #expect(most == 1_000 || most == 1_001)
    #expect(lifetimes.alive == 1_000)
  }

  /// A family whose members read an override, so that they belong to it.
  private func ownedFamily(
    _ retention: DependencyFamily<Int, LifetimeTracked>.Retention
  ) -> DependencyFamily<Int, LifetimeTracked> {
    DependencyFamily(retention: retention) { [lifetimes] argument in
      @Dependency(\.place) var place
      return LifetimeTracked("\(argument) \(place)", in: lifetimes)
    }
  }

  private func inOverride<R>(_ operation: () throws -> R) rethrows -> R {
    try DependencyValues.$_current.withValue(.test) {
      try withDependencies {
        $0.place = "override"
      } operation: {
        try operation()
      }
    }
  }

  @Test func `the limit holds for members that belong to an override`() {
    let family = ownedFamily(.leastRecentlyUsed(limit: 100))
    inOverride {
      for argument in 0..<100_000 {
        _ = family[argument]
        if lifetimes.alive > 101 { break }
      }
      #expect(lifetimes.alive == 100)
    }
    #expect(lifetimes.alive == 0)
  }

  @Test func `a member that belongs to an override is evicted at once`() {
    let family = ownedFamily(.forever)
    inOverride {
      for argument in 0..<10 { _ = family[argument] }
      family.evict(3)
      #expect(lifetimes.alive == 9)
      #expect(family[3].name == "3 override")
      family.evictAll()
      #expect(lifetimes.alive == 0)
    }
  }

  #if os(Linux)
    @Test(arguments: [true, false])
    func `a long-lived override keeps nothing of members that were evicted or died`(
      isWeak: Bool
    ) async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) { [isWeak] in
        DependencyValues.$_current.withValue(.test) {
          withDependencies {
            $0.place = "override"
          } operation: {
            let family = DependencyFamily<Int, Box>(
              retention: isWeak ? .weak : .leastRecentlyUsed(limit: 100)
            ) { _ in
              @Dependency(\.place) var place
              return Box(place)
            }
            for argument in 0..<2_000 { _ = family[argument] }
            let before = bytesInUse()
            for argument in 0..<20_000 { _ = family[argument % 5_000] }
            print("grew by \(bytesInUse() - before) bytes")
          }
        }
      }
      let growth = try growth(in: result?.standardOutputContent)
      #expect(growth < 200_000)
    }
  #endif

  @Test func `a member that is evicted while it is made is not kept`() {
    let lifetimes = lifetimes
    let family = LockIsolated<DependencyFamily<Int, LifetimeTracked>?>(nil)
    let evicting = DependencyFamily<Int, LifetimeTracked> { argument in
      @Dependency(\.place) var place
      family.value?.evict(argument)
      return LifetimeTracked(place, in: lifetimes)
    }
    family.setValue(evicting)
    DependencyValues.$_current.withValue(.test) { _ = evicting[1] }
    #expect(lifetimes.alive == 0)
    inOverride {
      _ = evicting[1]
      #expect(lifetimes.alive == 0)
    }
    family.setValue(nil)
  }

  @Test func `weak: a member of an override is found as long as somebody holds it`() {
    let family = ownedFamily(.weak)
    inOverride {
      let held = family[0]
      for argument in 1..<10_000 { _ = family[argument] }
      #expect(family[0] === held)
      #expect(lifetimes.alive == 1)
    }
    #expect(lifetimes.alive == 0)
  }

  @Test func `weak: threads that ask for the same member while others die get the same`() {
    let family = family(.weak)
    let start = CyclicBarrier(8)
    let seen = LockIsolated<[[LifetimeTracked]]>([])
    onThreads(
      (0..<8).map { thread in
        {
          let held = (0..<500).map { round -> LifetimeTracked in
            for other in 0..<20 { _ = family[1_000_000 + round * 1_000 + thread * 20 + other] }
            start.arrive()
            return family[round]
          }
          seen.withValue { $0.append(held) }
        }
      })
    let different = (0..<500).filter { round in
      seen.value.contains { $0[round] !== seen.value[0][round] }
    }
    #expect(different == [])
  }

  @Test func `least recently used: a member that is being made is not evicted`() {
    let isMaking = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let made = LockIsolated(0)
    let family = DependencyFamily<Int, LifetimeTracked>(retention: .leastRecentlyUsed(limit: 1)) {
      [lifetimes] argument in
      if argument == 0 {
        made.withValue { $0 += 1 }
        isMaking.signal()
        mayEnd.wait()
      }
      return LifetimeTracked(in: lifetimes)
    }
    let seen = LockIsolated<[LifetimeTracked]>([])
    onThreads([
      { seen.withValue { [member = family[0]] in $0.append(member) } },
      {
        isMaking.wait()
        for argument in 1..<10 { _ = family[argument] }
        onThreads([
          { seen.withValue { [member = family[0]] in $0.append(member) } },
          { mayEnd.signal() },
        ])
      },
    ])
    #expect(made.value == 1)
    #expect(seen.value.count == 2)
    #expect(seen.value.first === seen.value.last)
  }

  @Test func `a member that belongs to an override dies with it`() {
    DependencyValues.$_current.withValue(.test) {
      let family = DependencyFamily<Int, LifetimeTracked> { [lifetimes] argument in
        @Dependency(\.place) var place
        return LifetimeTracked("\(argument) \(place)", in: lifetimes)
      }
      withDependencies {
        $0.place = "override"
      } operation: {
        #expect(family[1] === family[1])
        #expect(lifetimes.alive == 1)
      }
      #expect(lifetimes.alive == 0)
    }
  }
}

@Suite struct FamilyIssueTests {
  @Test func `an unimplemented family names itself and the argument`() {
    let collector = IssueCollector()
    collector.collect {
      let family = DependencyFamily<String, Int>.unimplemented("activity") { $0.count }
      #expect(family["four"] == 4)
    }
    #expect(collector.messages == [#"Unimplemented: activity["four"]"#])
  }

  #if DEBUG
    @Test func `arguments whose equality and hash disagree are an issue`() {
      struct Careless: Hashable {
        var number: Int
        static func == (left: Careless, right: Careless) -> Bool { true }
        func hash(into hasher: inout Hasher) { hasher.combine(number) }
      }
      let collector = IssueCollector()
      collector.collect {
        let family = DependencyFamily<Careless, Int> { $0.number }
        for number in 0..<20 { _ = family[Careless(number: number)] }
      }
      #expect(collector.messages.count == 1)
      #expect(collector.messages.first?.contains("disagree") == true)
    }
  #endif

  @Test func `an argument that does not equal itself is not kept, and evicts nobody else`() {
    let collector = IssueCollector()
    collector.collect {
      let lifetimes = Lifetimes()
      let family = DependencyFamily<Double, LifetimeTracked>(
        retention: .leastRecentlyUsed(limit: 2)
      ) { _ in LifetimeTracked(in: lifetimes) }
      let one = family[1]
      for _ in 0..<10 { _ = family[.nan] }
      #expect(family[1] === one)
      #expect(lifetimes.alive == 1)
    }
    #if DEBUG
      #expect(collector.messages.count == 1)
      #expect(collector.messages.first?.contains("does not equal itself") == true)
    #else
      #expect(collector.messages == [])
    #endif
  }

  @Test func `a family of asynchronous values makes each once`() async throws {
    let family = DependencyFamily<Int, AsyncDependency<Box>> { argument in
      AsyncDependency { Box("\(argument)") }
    }
    let first = try await family[1].value
    #expect(try await family[1].value === first)
    #expect(try await family[2].value !== first)
  }
}

private let mock = Box("mock")

@Suite struct FamilyOverrideTests {
  private func read(_ argument: Argument) -> Box {
    @Dependency(\.box) var boxes
    return boxes[argument]
  }

  @Test(.dependency(\.box[.first], mock))
  func `a trait overrides a member`() {
    #expect(read(.first) === mock)
    #expect(read(.second).name == "second in base")
  }

  @Test(.dependency(\.box, DependencyFamily { Box("other \($0)") }))
  func `a trait overrides the family`() {
    #expect(read(.first).name == "other first")
    #expect(read(.first) === read(.first))
  }

  @Test(
    .dependencies {
      $0.box = DependencyFamily { Box("other \($0)") }
      $0.box[.first] = mock
    })
  func `a trait overrides the family and then a member`() {
    #expect(read(.first) === mock)
    #expect(read(.second).name == "other second")
  }

  @Test(
    .dependencies {
      $0.box[.first] = mock
      $0.box = DependencyFamily { Box("other \($0)") }
    })
  func `a family that is written later drops the member`() {
    #expect(read(.first).name == "other first")
  }

  @Test(.dependency(\.box[.first], mock), .dependency(\.box[.second], mock))
  func `traits add up`() {
    #expect(read(.first) === mock)
    #expect(read(.second) === mock)
  }

  @Test(.dependencies, arguments: [Argument.first, .second])
  fileprivate func `each case has members of its own`(argument: Argument) {
    #expect(read(.first).name == "first in base")
    withDependencies {
      $0.box[argument] = mock
    } operation: {
      #expect(read(argument) === mock)
    }
    #expect(read(argument) !== mock)
  }

  @Test(.dependencies)
  func `the whole family is prepared`() {
    prepareDependencies { $0.box = DependencyFamily { Box("prepared \($0)") } }
    #expect(read(.second).name == "prepared second")
    withDependencies {
      $0.box[.second] = mock
    } operation: {
      #expect(read(.second) === mock)
    }
    #expect(read(.second).name == "prepared second")
  }

  @Test(.dependencies)
  func `the family and a member are prepared together, in this order`() async {
    await prepareDependencies {
      await Task.yield()
      $0.box = DependencyFamily { Box("prepared \($0)") }
      $0.box[.first] = mock
    }
    #expect(read(.first) === mock)
    #expect(read(.second).name == "prepared second")
  }
}

private final class Box: Sendable {
  let name: String

  init(_ name: String) {
    self.name = name
  }
}

private enum Argument: Hashable { case first, second }

private enum PlaceKey: TestDependencyKey {
  static var testValue: String { "base" }
}

private enum BoxKey: TestDependencyKey {
  static var testValue: DependencyFamily<Argument, Box> {
    DependencyFamily { argument in
      @Dependency(\.place) var place
      return Box("\(argument) in \(place)")
    }
  }
}

private enum SumKey: TestDependencyKey {
  static var testValue: DependencyValueContainer<Int, Int> {
    DependencyValueContainer { argument in
      @Dependency(\.sum) var sum
      guard argument != 0 else { return 0 }
      return argument < 0 ? sum[argument] : argument + sum[argument - 1]
    }
  }
}

extension DependencyValues {
  fileprivate var place: String {
    get { self[PlaceKey.self] }
    set { self[PlaceKey.self] = newValue }
  }

  fileprivate var box: DependencyFamily<Argument, Box> {
    get { self[BoxKey.self] }
    set { self[BoxKey.self] = newValue }
  }

  fileprivate var sum: DependencyFamily<Int, Int> { self[SumKey.self] }
}
