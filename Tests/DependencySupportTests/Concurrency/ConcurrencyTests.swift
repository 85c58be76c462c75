import DependencySupport
import Testing

@Suite struct LockIsolatedTests {
  @Test func `changes from many tasks are one after another`() async {
    let count = LockIsolated(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask { for _ in 0..<100 { count.withValue { $0 += 1 } } }
      }
    }
    #expect(count.value == 10_000)
  }

  @Test func `a change is kept if the closure throws`() {
    let names = LockIsolated<[String]>([])
    #expect(throws: Failure.self) {
      try names.withValue {
        $0.append("Blob")
        throw Failure()
      }
    }
    #expect(names.count == 1)
  }

  @Test func `a closure may use the value again`() {
    let number = LockIsolated(1)
    let inner = number.withValue { value in
      value = 2
      return number.value
    }
    #expect(inner == 1)
    #expect(number.value == 2)
    number.setValue(number.value + 1)
    #expect(number.value == 3)
  }
}

@Suite struct SendableWrapperTests {
  @Test func `AnyHashableSendable equals its base and does not nest`() {
    let one = AnyHashableSendable(1)
    let base: any Hashable & Sendable = one
    #expect(AnyHashableSendable(base).base is Int)
    #expect(one == AnyHashableSendable(1))
    #expect(one != AnyHashableSendable("1"))
    #expect(one as AnyHashable == 1 as AnyHashable)
    #expect(1 as AnyHashable == one as AnyHashable)
    #expect(one.description == "1")
    #expect(AnyHashableSendable("a").debugDescription == #"AnyHashableSendable("a")"#)
    #expect(Mirror(reflecting: one).descendant("value") as? Int == 1)
    let literals: [AnyHashableSendable] = [true, 1.5, 1, "a"]
    #expect(literals.map(\.description) == ["true", "1.5", "1", "a"])
  }

  @Test func `UncheckedSendable shows its value`() async {
    @UncheckedSendable var text = "a"
    text += "b"
    #expect(text.count == 2)
    #expect($text.value == "ab")
    var wrapper = UncheckedSendable([1])
    wrapper[0] = 2
    #expect(wrapper == UncheckedSendable([2]))
    var elements: [Int] = []
    for await element in UncheckedSendable(AsyncStream(unfolding: { nil as Int? })) {
      elements.append(element)
    }
    #expect(elements.isEmpty)
  }
}

@Suite struct StreamAndTaskTests {
  private typealias LoadingFailure = Failure

  private struct Numbers: AsyncSequence, Sendable {
    let made: LockIsolated<Int>
    var throwsAfter = Int.max

    struct AsyncIterator: AsyncIteratorProtocol {
      let throwsAfter: Int
      var number = 0

      mutating func next() async throws -> Int? {
        guard number < throwsAfter else { throw LoadingFailure() }
        guard number < 3 else { return nil }
        number += 1
        return number
      }
    }

    func makeAsyncIterator() -> AsyncIterator {
      made.withValue { $0 += 1 }
      return AsyncIterator(throwsAfter: throwsAfter)
    }
  }

  @Test func `a stream pulls from its sequence when asked`() async {
    let made = LockIsolated(0)
    let stream = Numbers(made: made).eraseToStream()
    #expect(made.value == 0)
    var numbers: [Int] = []
    for await number in stream { numbers.append(number) }
    #expect(numbers == [1, 2, 3])
    #expect(made.value == 1)
  }

  @Test func `a stream ends where its sequence throws, a throwing one throws`() async {
    let sequence = Numbers(made: LockIsolated(0), throwsAfter: 1)
    var numbers: [Int] = []
    for await number in AsyncStream(sequence) { numbers.append(number) }
    #expect(numbers == [1])
    await #expect(throws: Failure.self) {
      for try await number in sequence.eraseToThrowingStream() { numbers.append(number) }
    }
    #expect(numbers == [1, 1])
  }

  @Test func `finished streams end`() async {
    for await _ in AsyncStream<Int>.finished { Issue.record("element") }
    await #expect(throws: Failure.self) {
      for try await _ in AsyncThrowingStream<Int, any Error>.finished(throwing: Failure()) {}
    }
  }

  private static func iterate(_ stream: AsyncThrowingStream<Int, any Error>) async throws {
    for try await _ in stream {}
  }

  @Test func `never ends with cancellation alone`() async {
    let ended = LockIsolated(0)
    let task = Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for await _ in AsyncStream<Int>.never {} }
        group.addTask { try? await Self.iterate(.never) }
        group.addTask { try? await Task.never() }
        group.addTask { _ = try? await Task<Int, Never>.never() }
        for await _ in group { ended.withValue { $0 += 1 } }
      }
    }
    await Task.megaYield()
    #expect(ended.value == 0)
    task.cancel()
    await task.value
    #expect(ended.value == 4)
  }

  @Test func `a cancellable value cancels its task`() async {
    let inner = Task<Int, Never> {
      try? await Task.never()
      return Task.isCancelled ? 1 : 0
    }
    let outer = Task { await inner.cancellableValue }
    outer.cancel()
    #expect(await outer.value == 1)
    let throwing = Task<Int, any Error> { try await Task<Int, Never>.never() }
    let waiting = Task { try await throwing.cancellableValue }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func `a result catches what an asynchronous closure throws`() async {
    let result = await Result { () async throws(Failure) -> Int in throw Failure() }
    #expect(throws: Failure.self) { try result.get() }
  }
}
