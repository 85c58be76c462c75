import DependencySupport
import Testing

@testable import Dependencies

extension DependencyScope {
  fileprivate static let session = DependencyScope("session")
  fileprivate static let request = DependencyScope("request")
}

@Suite struct ScopeTests {
  @Test func `a scope has one value of a key, which ends with it`() async {
    let log = Log()
    await DependencyValues.$_current.withValue(.test) {
      await withDependencies {
        $0[LogKey.self] = log
      } operation: {
        await withDependencyScope(.session) {
          @Dependency(CartKey.self) var cart
          @Dependency(CartKey.self) var again
          #expect(cart === again)
          #expect(log.entries == ["cart made"])
        }
      }
    }
    #expect(log.entries == ["cart made", "cart disposed"])
  }

  @Test func `two open instances are separate, and opening again starts fresh`() async {
    await DependencyValues.$_current.withValue(.test) {
      let one = DependencyScope.session.open()
      let two = DependencyScope.session.open()
      let first = one.run(readCart)
      let second = two.run(readCart)
      #expect(first !== second)
      #expect(one.run(readCart) === first)
      await one.close()
      #expect(one.isClosed)
      #expect(!two.isClosed)
      #expect(two.run(readCart) === second)
      await two.close()
      let three = DependencyScope("session").open()
      #expect(three.run(readCart) !== first)
      await three.close()
    }
  }

  @Test func `values are disposed of in reverse order, once each, also when one throws`() async {
    let log = Log()
    let collector = IssueCollector()
    await collector.collect {
      await DependencyValues.$_current.withValue(.test) {
        await withDependencies {
          $0[LogKey.self] = log
        } operation: {
          let instance = DependencyScope.session.open()
          instance.run {
            @Dependency(CartKey.self) var cart
            @Dependency(StubbornKey.self) var stubborn
            @Dependency(LastKey.self) var last
            _ = (cart, stubborn, last)
          }
          async let first: Void = instance.close()
          async let second: Void = instance.close()
          _ = await (first, second)
          await instance.close()
        }
      }
    }
    #expect(
      log.entries.filter { $0.hasSuffix("disposed") } == [
        "last disposed", "stubborn disposed", "cart disposed",
      ])
    #expect(collector.messages.count == 1)
    #expect(collector.messages.first?.contains("Stubborn") == true)
    #expect(collector.messages.first?.contains("session") == true)
  }

  @Test func `a read outside of the scope is an issue, and gets a value for itself alone`() {
    let collector = IssueCollector()
    var line: UInt = 0
    collector.collect {
      DependencyValues.$_current.withValue(.test) {
        line = #line + 1
        @Dependency(CartKey.self) var cart
        #expect(cart !== cart)
      }
    }
    #expect(collector.messages.count == 2)
    #expect(collector.messages.allSatisfy { $0.contains("CartKey") && $0.contains("'session'") })
    #expect(collector.issues.first?.line == line)
  }

  @Test func `a read through a closed scope is an issue`() async {
    let collector = IssueCollector()
    await collector.collect {
      await DependencyValues.$_current.withValue(.test) {
        let instance = DependencyScope.session.open()
        _ = instance.run(readCart)
        await instance.close()
        _ = instance.run(readCart)
      }
    }
    #expect(collector.messages.count == 1)
    #expect(collector.messages.first?.contains("was closed") == true)
  }

  @Test func `an override needs no scope`() {
    let collector = IssueCollector()
    collector.collect {
      withDependencies {
        $0[CartKey.self] = Cart("override", log: Log())
      } operation: {
        #expect(readCart().name == "override")
      }
    }
    #expect(collector.messages == [])
  }

  @Test func `an inner scope's value may use an outer one's, and each instance has its own`() async
  {
    await DependencyValues.$_current.withValue(.test) {
      await withDependencyScope(.session) {
        let cart = readCart()
        let first = await withDependencyScope(.request) { readHandler() }
        let second = await withDependencyScope(.request) { readHandler() }
        #expect(first.cart === cart)
        #expect(second.cart === cart)
        #expect(first !== second)
      }
    }
  }

  @Test func `a default that was made of scoped values is seen in that instance alone`() async {
    await DependencyValues.$_current.withValue(.test) {
      let one = DependencyScope.session.open()
      let two = DependencyScope.session.open()
      let first = one.run(readSummary)
      let second = two.run(readSummary)
      #expect(first.cart === one.run(readCart))
      #expect(second.cart === two.run(readCart))
      #expect(one.run(readSummary) === first)
      await one.close()
      await two.close()
    }
  }

  @Test func `scopes follow tasks and continuations`() async {
    await DependencyValues.$_current.withValue(.test) {
      await withDependencyScope(.session) {
        let cart = readCart()
        #expect(await Task { readCart() }.value === cart)
        async let child = readCart()
        #expect(await child === cart)
        let continuation = withEscapedDependencies { $0 }
        let escaped = await Task.detached { continuation.yield { readCart() } }.value
        #expect(escaped === cart)
      }
    }
  }

  @Test func `10,000 requests at a time leave nothing behind`() async {
    let lifetimes = Lifetimes()
    await DependencyValues.$_current.withValue(.test) {
      await withDependencies {
        $0[LifetimesKey.self] = lifetimes
      } operation: {
        for _ in 0..<2 {
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10_000 {
              group.addTask {
                await withDependencyScope(.request) {
                  @Dependency(TrackedKey.self) var tracked
                  let first = tracked
                  await Task.yield()
                  #expect(tracked === first)
                }
              }
            }
          }
          #expect(lifetimes.alive == 0)
        }
      }
    }
  }

  @Test func `a scope that throws is closed too`() async {
    struct Failure: Error {}
    let log = Log()
    await DependencyValues.$_current.withValue(.test) {
      await withDependencies {
        $0[LogKey.self] = log
      } operation: {
        await #expect(throws: Failure.self) {
          try await withDependencyScope(.session) {
            _ = readCart()
            throw Failure()
          }
        }
      }
    }
    #expect(log.entries == ["cart made", "cart disposed"])
  }

  @Test func `the state of a scope hands out what was made last until it is closed`() {
    var state = ScopeState<Int>()
    let adopted = [state.adopt(1), state.adopt(2)]
    #expect(adopted == [true, true])
    let begins = [state.beginClosing(), state.beginClosing()]
    #expect(begins == [true, false])
    let last = state.next()
    #expect(last == 2)
    let isLateAdopted = state.adopt(3)
    #expect(isLateAdopted)
    #expect(!state.isClosed)
    let rest = [state.next(), state.next(), state.next()]
    #expect(rest == [3, 1, nil])
    #expect(state.isClosed)
    let isAdoptedAfterwards = state.adopt(4)
    #expect(!isAdoptedAfterwards)
  }
}

private final class Log: Sendable {
  private let lines = LockIsolated<[String]>([])

  var entries: [String] { lines.value }

  func add(_ line: String) { lines.withValue { $0.append(line) } }
}

private enum LogKey: TestDependencyKey {
  static var testValue: Log { Log() }
}

private enum LifetimesKey: TestDependencyKey {
  static var testValue: Lifetimes { Lifetimes() }
}

private final class Cart: DisposableDependency {
  let name: String
  private let log: Log

  init(_ name: String, log: Log) {
    self.name = name
    self.log = log
    log.add("\(name) made")
  }

  func dispose() async { log.add("\(name) disposed") }
}

private enum CartKey: ScopedDependencyKey {
  static var scope: DependencyScope { .session }
  static var liveValue: Cart {
    @Dependency(LogKey.self) var log
    return Cart("cart", log: log)
  }
  static var testValue: Cart { liveValue }
}

private enum LastKey: ScopedDependencyKey {
  static var scope: DependencyScope { .session }
  static var liveValue: Cart {
    @Dependency(LogKey.self) var log
    return Cart("last", log: log)
  }
  static var testValue: Cart { liveValue }
}

private struct Stubborn: DisposableDependency, ScopedDependencyKey {
  struct Failure: Error {}
  let log: Log

  func dispose() async throws {
    log.add("stubborn disposed")
    throw Failure()
  }

  static var scope: DependencyScope { .session }
  static var liveValue: Stubborn {
    @Dependency(LogKey.self) var log
    return Stubborn(log: log)
  }
  static var testValue: Stubborn { liveValue }
}

private typealias StubbornKey = Stubborn

private final class Handler: Sendable {
  let cart: Cart

  init(cart: Cart) {
    self.cart = cart
  }
}

private enum HandlerKey: ScopedDependencyKey {
  static var scope: DependencyScope { .request }
  static var liveValue: Handler { Handler(cart: readCart()) }
  static var testValue: Handler { liveValue }
}

private enum SummaryKey: TestDependencyKey {
  static var testValue: Handler { Handler(cart: readCart()) }
}

private enum TrackedKey: ScopedDependencyKey {
  static var scope: DependencyScope { .request }
  static var liveValue: LifetimeTracked {
    @Dependency(LifetimesKey.self) var lifetimes
    return LifetimeTracked(in: lifetimes)
  }
  static var testValue: LifetimeTracked { liveValue }
}

private func readCart() -> Cart {
  @Dependency(CartKey.self) var cart
  return cart
}

private func readHandler() -> Handler {
  @Dependency(HandlerKey.self) var handler
  return handler
}

private func readSummary() -> Handler {
  @Dependency(SummaryKey.self) var summary
  return summary
}
