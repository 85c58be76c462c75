import DependencySupport
import Testing

@testable import Dependencies

/// Random programs of scopes, models and continuations, run by the engine and by the model side by side.
@Suite struct SemanticsTests {
  @Test(arguments: 0..<60)
  func `the engine sees what the model of the semantics sees`(seed: UInt64) {
    DependencyValues.$_current.withValue(DependencyValues(context: .live)) {
      Trace.$current.withValue(Trace()) {
        var program = Program(seed: seed)
        program.run(steps: 60, scope: [:])
        #expect(program.comparisons > 10)
      }
    }
  }
}

/// Counts creations in the order in which they begin, as the model does.
private final class Trace: Sendable {
  @TaskLocal static var current = Trace()
  private let count = LockIsolated(0)

  func next() -> Int {
    count.withValue {
      $0 += 1
      return $0
    }
  }
}

private protocol ModelKey: DependencyKey where Value == String {
  static var number: Int { get }
  static var reads: [any ModelKey.Type] { get }
}

extension ModelKey {
  static var liveValue: String {
    let number = Trace.current.next()
    return SemanticsModel.describe(self.number, number: number, parts: reads.map { $0.readNow() })
  }

  static var testValue: String { liveValue }

  static func readNow() -> String {
    @Dependency(Self.self) var value
    return value
  }

  static func override(_ values: inout DependencyValues, with value: String) {
    values[Self.self] = value
  }
}

private enum K0: ModelKey {
  typealias Value = String
  static let number = 0
  static var reads: [any ModelKey.Type] { [] }
}
private enum K1: ModelKey {
  typealias Value = String
  static let number = 1
  static var reads: [any ModelKey.Type] { [] }
}
private enum K2: ModelKey {
  typealias Value = String
  static let number = 2
  static var reads: [any ModelKey.Type] { [K0.self] }
}
private enum K3: ModelKey {
  typealias Value = String
  static let number = 3
  static var reads: [any ModelKey.Type] { [K2.self, K1.self] }
}
private enum K4: ModelKey {
  typealias Value = String
  static let number = 4
  static var reads: [any ModelKey.Type] { [K3.self, K0.self] }
}
private enum K5: ModelKey {
  typealias Value = String
  static let number = 5
  static var reads: [any ModelKey.Type] { [K1.self, K4.self] }
}

private var keys: [any ModelKey.Type] { [K0.self, K1.self, K2.self, K3.self, K4.self, K5.self] }

/// An object that captured the values of its scope, and reads every key through them.
private final class Holder {
  @Dependency(K0.self) var k0
  @Dependency(K1.self) var k1
  @Dependency(K2.self) var k2
  @Dependency(\.k3) var k3
  @Dependency(\.k4) var k4
  @Dependency(\.k5) var k5

  func read(_ key: Int) -> String {
    [{ self.k0 }, { self.k1 }, { self.k2 }, { self.k3 }, { self.k4 }, { self.k5 }][key]()
  }
}

extension DependencyValues {
  fileprivate var k3: String { self[K3.self] }
  fileprivate var k4: String { self[K4.self] }
  fileprivate var k5: String { self[K5.self] }
}

private struct Program {
  private var random: Generator
  private var model: SemanticsModel
  private var holders: [(Holder, SemanticsModel.Scope)] = []
  private var continuations: [(DependencyValues.Continuation, SemanticsModel.Scope)] = []
  private var values = 0
  private(set) var comparisons = 0

  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      // Knuth's linear congruential generator for MMIX.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  init(seed: UInt64) {
    random = Generator(state: seed &* 977 &+ 1)
    model = SemanticsModel(
      reads: Dictionary(uniqueKeysWithValues: keys.map { ($0.number, $0.reads.map { $0.number }) }))
  }

  mutating func run(steps: Int, scope: SemanticsModel.Scope) {
    var remaining = steps
    while remaining > 0 {
      remaining -= 1
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3:
        let key = randomKey()
        compare(keys[key].readNow(), model.read(key, in: scope))
      case 3..<5:
        guard let (holder, captured) = holders.randomElement(using: &random) else { continue }
        let key = randomKey()
        compare(
          holder.read(key),
          model.read(key, in: SemanticsModel.merging(current: scope, captured: captured)))
      case 5:
        holders.append((Holder(), scope))
      case 6:
        continuations.append((withEscapedDependencies { $0 }, scope))
      case 7:
        guard remaining > 4, let (holder, captured) = holders.randomElement(using: &random) else {
          continue
        }
        remaining -= remaining / 2
        let inner = SemanticsModel.merging(current: scope, captured: captured)
        withDependencies(from: holder) { run(steps: remaining, scope: inner) }
      case 8:
        guard remaining > 4,
          let (continuation, captured) = continuations.randomElement(using: &random)
        else { continue }
        remaining -= remaining / 2
        continuation.yield { run(steps: remaining, scope: captured) }
      default:
        guard remaining > 4 else { continue }
        remaining -= remaining / 2
        var inner = scope
        let changes = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          values += 1
          return (randomKey(), "override \(values)")
        }
        for (key, value) in changes { inner = model.overriding(key, with: value, in: inner) }
        withDependencies {
          for (key, value) in changes { keys[key].override(&$0, with: value) }
        } operation: {
          run(steps: remaining, scope: inner)
        }
      }
    }
  }

  private mutating func randomKey() -> Int { Int.random(in: 0..<keys.count, using: &random) }

  private mutating func compare(_ engine: String, _ model: String) {
    comparisons += 1
    #expect(engine == model)
  }
}
