import Dependencies
import Testing

@Suite struct DerivedTests {
  @Test func `a derived value follows overrides of what it read, though it existed before`() {
    DependencyValues.$_current.withValue(.test) {
      @Dependency(GreetingKey.self) var greeting
      #expect(greeting.text == "Hello, nobody!")
      let shared = greeting
      withDependencies {
        $0[NameKey.self] = "Blob"
      } operation: {
        #expect(greeting.text == "Hello, Blob!")
        #expect(greeting === greeting)
        withDependencies {
          $0[UnrelatedKey.self] = 1
        } operation: {
          #expect(greeting.text == "Hello, Blob!")
        }
        withDependencies {
          $0[PunctuationKey.self] = "?"
        } operation: {
          #expect(greeting.text == "Hello, Blob?")
        }
      }
      #expect(greeting === shared)
    }
  }

  @Test func `a scope that overrides nothing of it shares it`() {
    DependencyValues.$_current.withValue(.test) {
      @Dependency(GreetingKey.self) var greeting
      let shared = greeting
      withDependencies {
        $0[UnrelatedKey.self] = 1
      } operation: {
        #expect(greeting === shared)
      }
    }
  }

  @Test func `it follows what it read through another derived value`() {
    DependencyValues.$_current.withValue(.test) {
      @Dependency(LetterKey.self) var letter
      #expect(letter.text == "Hello, nobody! Yours.")
      withDependencies {
        $0[NameKey.self] = "Blob"
      } operation: {
        #expect(letter.text == "Hello, Blob! Yours.")
        let first = letter
        #expect(letter === first)
      }
      #expect(letter.text == "Hello, nobody! Yours.")
    }
  }

  @Test func `it is rebuilt for what an ordinary value read on its behalf`() {
    DependencyValues.$_current.withValue(.test) {
      @Dependency(WrapperKey.self) var wrapper
      let shared = wrapper
      withDependencies {
        $0[NameKey.self] = "Blob"
      } operation: {
        let first = wrapper
        #expect(first !== shared)
        #expect(wrapper === first)
      }
      #expect(wrapper === shared)
    }
  }
}

private final class Text: Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}

private enum NameKey: TestDependencyKey {
  static var testValue: String { "nobody" }
}

private enum PunctuationKey: TestDependencyKey {
  static var testValue: String { "!" }
}

private enum UnrelatedKey: TestDependencyKey {
  static var testValue: Int { 0 }
}

private enum GreetingKey: DerivedDependencyKey {
  static var liveValue: Text {
    @Dependency(NameKey.self) var name
    @Dependency(PunctuationKey.self) var punctuation
    return Text("Hello, \(name)\(punctuation)")
  }
  static var testValue: Text { liveValue }
}

private enum LetterKey: DerivedDependencyKey {
  static var liveValue: Text {
    @Dependency(GreetingKey.self) var greeting
    return Text("\(greeting.text) Yours.")
  }
  static var testValue: Text { liveValue }
}

private enum OrdinaryKey: TestDependencyKey {
  static var testValue: Text {
    @Dependency(NameKey.self) var name
    return Text(name)
  }
}

private enum WrapperKey: DerivedDependencyKey {
  static var liveValue: Text {
    @Dependency(OrdinaryKey.self) var ordinary
    return Text(ordinary.text)
  }
  static var testValue: Text { liveValue }
}
