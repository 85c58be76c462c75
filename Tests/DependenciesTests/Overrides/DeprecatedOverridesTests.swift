import Dependencies
import Testing

/// The functions of earlier interfaces still override.
@Suite struct DeprecatedOverridesTests {
  @Test func `one value is overridden`() async {
    await (Calls() as any DeprecatedCalls).overrideOneValue()
  }

  @Test func `several values are overridden`() async {
    await (Calls() as any DeprecatedCalls).overrideValues()
  }

  @Test func `test values are overridden in the test context`() async {
    await (Calls() as any DeprecatedCalls).overrideTestValues()
  }
}

/// Calls to deprecated functions stand in deprecated ones, which are called through this, so that no call is a warning.
private protocol DeprecatedCalls {
  func overrideOneValue() async
  func overrideValues() async
  func overrideTestValues() async
}

private struct Calls: DeprecatedCalls {
  @available(*, deprecated)
  func overrideOneValue() async {
    let read = DependencyValues.withValue(\.deprecatedNumber, 1) { number }
    #expect(read == 1)
    let readLater = await DependencyValues.withValue(\.deprecatedNumber, 2) {
      await Task.yield()
      return number
    }
    #expect(readLater == 2)
    #expect(throws: CancellationError.self) {
      try DependencyValues.withValue(\.deprecatedNumber, 3) { throw CancellationError() }
    }
    #expect(number == 0)
  }

  @available(*, deprecated)
  func overrideValues() async {
    let read = DependencyValues.withValues {
      $0.deprecatedNumber = 1
    } operation: {
      number
    }
    #expect(read == 1)
    let readLater = await DependencyValues.withValues {
      $0.deprecatedNumber = 2
    } operation: {
      await Task.yield()
      return number
    }
    #expect(readLater == 2)
  }

  @available(*, deprecated)
  func overrideTestValues() async {
    await withDependencies {
      $0.context = .live
    } operation: {
      #expect(number == -1)
      let read = DependencyValues.withTestValues {
        #expect($0.deprecatedNumber == 0)
        $0.deprecatedNumber += 1
      } assert: {
        number
      }
      #expect(read == 1)
      let readLater = await DependencyValues.withTestValues {
        await Task.yield()
        $0.deprecatedNumber += 2
      } assert: {
        await Task.yield()
        return number
      }
      #expect(readLater == 2)
    }
  }

  private var number: Int {
    @Dependency(\.deprecatedNumber) var number
    return number
  }
}

private enum NumberKey: DependencyKey {
  static var liveValue: Int { -1 }
  static var testValue: Int { 0 }
}

extension DependencyValues {
  fileprivate var deprecatedNumber: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}
