import DependenciesMacros
import Foundation
import Testing

@Suite struct SharedEndpointTests {
  @Test func `threads override and call the endpoint of a type at once`() {
    let endpoint = _SharedEndpoint<@Sendable () -> [Int]> { [0, 0] }
    let torn = _SharedEndpoint(0)
    let threads = 8
    let start = DispatchSemaphore(value: 0)
    let group = DispatchGroup()
    for thread in 1...threads {
      group.enter()
      Thread.detachNewThread {
        start.wait()
        for round in 1...500 {
          let number = thread * 1_000 + round
          endpoint.value = { [number, -number] }
          if endpoint.value().reduce(0, +) != 0 { torn.value = number }
        }
        group.leave()
      }
    }
    for _ in 1...threads { start.signal() }
    group.wait()
    #expect(torn.value == 0)
    let last = endpoint.value()
    #expect((1...threads).contains { last == [$0 * 1_000 + 500, -($0 * 1_000 + 500)] })
  }

  @Test func `what an override replaces may use the endpoint while it goes away`() {
    final class Reader: Sendable {
      let endpoint: _SharedEndpoint<(any Sendable)?>
      let seen: _SharedEndpoint<Int?>

      init(_ endpoint: _SharedEndpoint<(any Sendable)?>, _ seen: _SharedEndpoint<Int?>) {
        self.endpoint = endpoint
        self.seen = seen
      }

      deinit {
        seen.value = endpoint.value as? Int
      }
    }
    let endpoint = _SharedEndpoint<(any Sendable)?>(nil)
    let seen = _SharedEndpoint<Int?>(nil)
    endpoint.value = Reader(endpoint, seen)
    endpoint.value = 2
    #expect(seen.value == 2)
  }
}
