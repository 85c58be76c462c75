import Dependencies
import Testing
import Weather

/// Every one must see a value of its own.
@Suite struct Counting {
  @Test func first() { #expect(increment() == 1) }
  @Test func second() { #expect(increment() == 1) }

  @Test(arguments: 1...3) func parallel(argument: Int) async {
    await Task.yield()
    #expect(increment() == 1)
    #expect(await Task { increment() }.value == 2)
  }

  @Test(.serialized, arguments: 1...3) func serial(argument: Int) {
    #expect(increment() == 1)
  }

  @Test func detachedFirst() async {
    #expect(await Task.detached { increment() }.value == 1)
  }

  @Test func detachedSecond() async {
    #expect(await Task.detached { increment() }.value == 1)
    #expect(await onQueue { increment() } == 1)
    #expect(await onThread { increment() } == 1)
  }
}

@Suite struct ManyInParallel {
  @Test(arguments: 0..<1_000) func seesItsOwn(number: Int) async {
    let expected = Array(number * 10..<number * 10 + 5)
    await withDependencies {
      Numbers.override(in: &$0, with: number * 10)
    } operation: {
      #expect(Numbers().all == expected)
      await Task.yield()
      #expect(Numbers().all == expected)
      async let other = Numbers().all
      #expect(await other == expected)
      let numbers = Numbers()
      #expect(await Task.detached { numbers.all }.value == expected)
    }
  }
}
