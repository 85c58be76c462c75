import DependencySupport
import Testing

@testable import Dependencies

@Suite struct PublishedMembersTests {
  private let lifetimes = Lifetimes()

  /// An argument that meets others in the same place of every table.
  private struct Crowded: Hashable {
    var number: Int
    func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
  }

  @Test func `a member that was read is found without a lock until it is evicted`() {
    let members = FamilyMembers<Int, Int>(
      retention: .forever, create: { $0 * 2 }, location: location)
    #expect(members.published(3) == nil)
    #expect(members.value(for: 3) == 6)
    #expect(members.published(3) == 6)
    members.evict(3)
    #expect(members.published(3) == nil)
    #expect(members.value(for: 3) == 6)
    members.evictAll()
    #expect(members.published(3) == nil)
  }

  @Test func `only what is kept forever is published`() {
    for retention in [
      DependencyFamily<Int, Int>.Retention.transient, .leastRecentlyUsed(limit: 4),
    ] {
      let members = FamilyMembers<Int, Int>(
        retention: retention, create: { $0 }, location: location)
      #expect(members.value(for: 1) == 1)
      #expect(members.published(1) == nil)
    }
  }

  @Test func `members stay what they are while others come and go`() {
    let family = DependencyFamily<Int, LifetimeTracked> { [lifetimes] in
      LifetimeTracked("\($0)", in: lifetimes)
    }
    var known: [Int: LifetimeTracked] = [:]
    var generator = LCRNG(seed: 7)
    for step in 0..<20_000 {
      let argument = Int.random(in: 0..<300, using: &generator)
      if step % 5_000 == 4_999 {
        family.evictAll()
        known = [:]
      } else if step % 3 == 0 {
        family.evict(argument)
        known[argument] = nil
      } else {
        let member = family[argument]
        #expect(member.name == "\(argument)")
        #expect(known[argument].map { $0 === member } ?? true)
        known[argument] = member
      }
    }
    #expect(lifetimes.alive == known.count)
  }

  @Test func `arguments with the same hash have members of their own`() {
    let family = DependencyFamily<Crowded, Int> { $0.number }
    for _ in 0..<2 {
      for number in 0..<30 { #expect(family[Crowded(number: number)] == number) }
    }
    family.evict(Crowded(number: 0))
    for number in 0..<30 { #expect(family[Crowded(number: number)] == number) }
  }

  @Test func `what readers hold is whole while others evict it, and nothing is left behind`() {
    let family = DependencyFamily<Int, LifetimeTracked> { [lifetimes] in
      LifetimeTracked("\($0)", in: lifetimes)
    }
    let start = Rendezvous(8)
    onThreads(
      (0..<8).map { thread in
        {
          start.arrive()
          for step in 0..<2_000 {
            let argument = (step + thread) % 20
            if thread < 2 {
              step % 50 == 0 ? family.evictAll() : family.evict(argument)
            } else {
              #expect(family[argument].name == "\(argument)")
            }
          }
        }
      })
    #expect(lifetimes.alive <= 20)
    family.evictAll()
    #expect(lifetimes.alive == 0)
  }

  @Test func `a family that is kept for good has the members of the one that it was`() {
    let family = DependencyFamily<Int, LifetimeTracked> { [lifetimes] in
      LifetimeTracked("\($0)", in: lifetimes)
    }
    var kept = family.keptForGood
    #expect(kept[1] === family[1])
    let mock = LifetimeTracked("mock", in: lifetimes)
    kept[1] = mock
    #expect(kept[1] === mock)
    #expect(family[1] !== mock)
    kept.evictAll()
    #expect(kept.keptForGood[1] === mock)
    #expect(lifetimes.alive == 1)
  }

  private struct LCRNG: RandomNumberGenerator {
    var seed: UInt64

    mutating func next() -> UInt64 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return seed
    }
  }

  private var location: Dependencies.SourceLocation {
    Dependencies.SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
  }
}
