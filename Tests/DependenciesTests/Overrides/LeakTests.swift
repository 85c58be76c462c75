import DependencySupport
import Foundation
import Testing

@testable import Dependencies

/// Overrides and what was created under them stay in their scope and die with it.
@Suite struct LeakTests {
  @Test func `an override that is active while a default is created is seen by nobody outside`() {
    DependencyValues.$_current.withValue(.test) {
      withDependencies {
        $0[BaseKey.self] = "override"
      } operation: {
        @Dependency(ReaderKey.self) var reader
        #expect(reader == "reads override")
      }
      @Dependency(ReaderKey.self) var reader
      #expect(reader == "reads base")
    }
  }

  @Test func `a value made under overrides is one value in its scope and in nested ones`() {
    DependencyValues.$_current.withValue(.test) {
      withDependencies {
        $0[BaseKey.self] = "override"
      } operation: {
        @Dependency(ObjectKey.self) var outer
        let first = outer
        withDependencies {
          $0[UnrelatedKey.self] = 1
        } operation: {
          @Dependency(ObjectKey.self) var inner
          #expect(inner === first)
        }
        #expect(outer === first)
      }
    }
  }

  @Test func `a value made in a nested scope is found in the outer one whose override it read`() {
    DependencyValues.$_current.withValue(.test) {
      withDependencies {
        $0[BaseKey.self] = "override"
      } operation: {
        let first = withDependencies {
          $0[UnrelatedKey.self] = 1
        } operation: { () -> BaseReader in
          @Dependency(ObjectKey.self) var inner
          return inner
        }
        @Dependency(ObjectKey.self) var outer
        #expect(outer === first)
      }
    }
  }

  @Test func `a shared value stays what it is under a later override`() {
    DependencyValues.$_current.withValue(.test) {
      @Dependency(ReaderKey.self) var reader
      #expect(reader == "reads base")
      withDependencies {
        $0[BaseKey.self] = "override"
      } operation: {
        @Dependency(ReaderKey.self) var reader
        #expect(reader == "reads base")
      }
    }
  }

  @Test func `an override that a creation makes itself keeps its value to no scope`() {
    DependencyValues.$_current.withValue(.test) {
      let first = withDependencies {
        $0[UnrelatedKey.self] = 1
      } operation: { () -> BaseReader in
        @Dependency(SelfOverridingKey.self) var value
        return value
      }
      @Dependency(SelfOverridingKey.self) var value
      #expect(value === first)
      #expect(value.text == "its own")
    }
  }

  @Test func `values made under overrides die with the scope, though they captured it`() {
    let lifetimes = Lifetimes()
    DependencyValues.$_current.withValue(.test) {
      for _ in 0..<100 {
        withDependencies {
          $0[TrackedKey.self] = LifetimeTracked(in: lifetimes)
        } operation: {
          @Dependency(CapturingKey.self) var capturing
          #expect(capturing.trackedName == "")
          #expect(lifetimes.alive == 1)
        }
      }
      #expect(lifetimes.alive == 0)
    }
  }

  @Test func `a value that outlives its scope still sees the overrides that it was made under`() {
    DependencyValues.$_current.withValue(.test) {
      let lifetimes = Lifetimes()
      var kept: Capturing? = withDependencies {
        $0[TrackedKey.self] = LifetimeTracked("kept", in: lifetimes)
      } operation: {
        @Dependency(CapturingKey.self) var capturing
        return capturing
      }
      #expect(kept?.trackedName == "kept")
      kept = nil
      #expect(lifetimes.alive == 0)
    }
  }

  @Test func `what an override held dies with a model that has a dependency`() {
    let lifetimes = Lifetimes()
    var model: ModelWithDependency? = withDependencies {
      $0[TrackedKey.self] = LifetimeTracked(in: lifetimes)
    } operation: {
      ModelWithDependency()
    }
    #expect(lifetimes.alive == 1)
    withExtendedLifetime(model) {}
    model = nil
    #expect(lifetimes.alive == 0)
  }

  @Test func `what an override held dies soon after a model that has no dependency`() async throws {
    let lifetimes = Lifetimes()
    var model: PlainModel? = withDependencies {
      $0[TrackedKey.self] = LifetimeTracked(in: lifetimes)
    } operation: {
      PlainModel()
    }
    #expect(lifetimes.alive == 1)
    withExtendedLifetime(model) {}
    model = nil
    try await eventually { lifetimes.alive == 0 }
  }

  @Test func `overrides travel from a model with a dependency, its superclass's included`() {
    let model = withDependencies {
      $0[BaseKey.self] = "parent"
    } operation: {
      InheritingModel()
    }
    withDependencies(from: model) {
      @Dependency(BaseKey.self) var base
      #expect(base == "parent")
    }
  }

  @Test func `overrides travel from a plain model that was returned from a scope`() {
    let model = withDependencies {
      $0[BaseKey.self] = "parent"
    } operation: {
      PlainModel()
    }
    withDependencies(from: model) {
      $0[UnrelatedKey.self] = 9
    } operation: {
      @Dependency(BaseKey.self) var base
      @Dependency(UnrelatedKey.self) var unrelated
      #expect(base == "parent")
      #expect(unrelated == 9)
    }
  }

  @Test func `a model without dependencies is an issue, and the operation runs unchanged`() {
    let collector = IssueCollector()
    let line: UInt = #line + 2
    collector.collect {
      withDependencies(from: PlainModel()) {
        $0[BaseKey.self] = "not run"
      } operation: {
        @Dependency(BaseKey.self) var base
        #expect(base == "base")
      }
    }
    #expect(collector.messages.count == 1)
    #expect(collector.messages.first?.contains("PlainModel") == true)
    #expect(collector.issues.first?.line == line)
  }

  @Test func `a continuation carries exactly the values of its scope`() {
    let continuation = withDependencies {
      $0[BaseKey.self] = "escaped"
    } operation: {
      withEscapedDependencies { $0 }
    }
    withDependencies {
      $0[UnrelatedKey.self] = 5
    } operation: {
      continuation.yield {
        @Dependency(BaseKey.self) var base
        @Dependency(UnrelatedKey.self) var unrelated
        #expect(base == "escaped")
        #expect(unrelated == 0)
      }
    }
  }
}

private enum BaseKey: TestDependencyKey {
  static var testValue: String { "base" }
}

private enum UnrelatedKey: TestDependencyKey {
  static var testValue: Int { 0 }
}

private enum ReaderKey: TestDependencyKey {
  static var testValue: String {
    @Dependency(BaseKey.self) var base
    return "reads \(base)"
  }
}

private final class BaseReader: Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}

private enum ObjectKey: TestDependencyKey {
  static var testValue: BaseReader {
    @Dependency(BaseKey.self) var base
    return BaseReader(base)
  }
}

private enum SelfOverridingKey: TestDependencyKey {
  static var testValue: BaseReader {
    withDependencies {
      $0[BaseKey.self] = "its own"
    } operation: {
      @Dependency(BaseKey.self) var base
      return BaseReader(base)
    }
  }
}

private enum TrackedKey: TestDependencyKey {
  static var testValue: LifetimeTracked { LifetimeTracked("default", in: Lifetimes()) }
}

private final class Capturing: @unchecked Sendable {
  // Sendable: a wrapper is not written after the object was made.
  @Dependency(TrackedKey.self) private var tracked
  let first: LifetimeTracked

  init() {
    @Dependency(TrackedKey.self) var tracked
    first = tracked
  }

  var trackedName: String { tracked.name }
}

private enum CapturingKey: TestDependencyKey {
  static var testValue: Capturing { Capturing() }
}

private class ModelWithDependency {
  @Dependency(BaseKey.self) var base
}

private final class InheritingModel: ModelWithDependency {
  let other = 1
}

private final class PlainModel {}
