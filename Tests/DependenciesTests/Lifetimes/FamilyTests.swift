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

  @Test func `64 threads that ask for the same new members get one each`() {
    for _ in 0..<20 {
      let made = LockIsolated(0)
      let family = DependencyFamily<Int, Box> { _ in
        made.withValue { $0 += 1 }
        return Box("")
      }
      let seen = LockIsolated<[Int: Set<ObjectIdentifier>]>([:])
      let start = Rendezvous(64)
      onThreads(
        (0..<64).map { _ in
          {
            start.arrive()
            for argument in 0..<50 {
              let box = family[argument]
              seen.withValue { _ = $0[argument, default: []].insert(ObjectIdentifier(box)) }
            }
          }
        })
      #expect(made.value == 50)
      #expect(seen.value.values.allSatisfy { $0.count == 1 })
    }
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

  @Test func `a family of asynchronous values makes each once`() async throws {
    let family = DependencyFamily<Int, AsyncDependency<Box>> { argument in
      AsyncDependency { Box("\(argument)") }
    }
    let first = try await family[1].value
    #expect(try await family[1].value === first)
    #expect(try await family[2].value !== first)
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
