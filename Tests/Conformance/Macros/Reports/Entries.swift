import Dependencies
import DependenciesMacros

class NotSendable {}
struct Other {}

extension Other {
  @DependencyEntry var misplaced: Int = 1
  //~ error: '@DependencyEntry' belongs on a 'var' in an extension of 'DependencyValues'
}

extension DependencyValues {
  @DependencyEntry let constant: Int = 1
  //~ error: '@DependencyEntry' belongs on a 'var' in an extension of 'DependencyValues'
  //~ error: expansion of macro 'DependencyEntry(liveValue:previewValue:)' did not produce a non-observing accessor (such as 'get') as expected
  //~ error: extensions must not contain stored properties
  @DependencyEntry var computed: Int { 1 }
  //~ error: '@DependencyEntry' belongs on a 'var' in an extension of 'DependencyValues'
  @DependencyEntry var valueless: Int
  //~ error: the entry 'valueless' needs a value: a default, which tests use, or a 'liveValue' or 'previewValue' in '@DependencyEntry'
  @DependencyEntry(liveValue: 1) var typeless
  //~ error: type annotation missing in pattern
  @DependencyEntry var first: Int = 1, second: Int = 2
  //~ error: accessor macro 'DependencyEntry(liveValue:previewValue:)' can only apply to a single variable
  //~ error: accessor macro 'DependencyEntry(liveValue:previewValue:)' can only apply to a single variable
  //~ error: extensions must not contain stored properties
  //~ error: extensions must not contain stored properties
  @DependencyEntry static var shared: Int = 1
  //~ error: the entry 'shared' cannot be 'static': a dependency is read from an instance of 'DependencyValues'
  @DependencyEntry("not a name") public var unnamed: Int = 1
  //~ error: the name of an entry's key must be a string literal that names a type
  @DependencyEntry(name) public var variableName: Int = 1
  //~ error: the name of an entry's key must be a string literal that names a type
  @DependencyEntry var notSendable: NotSendable = NotSendable()
  //~ error: the entry 'notSendable' must have a 'Sendable' type, since dependencies are read from anywhere
  //~6 error: type 'DependencyValues.__Key_notSendable.Value' (aka 'NotSendable') does not conform to the 'Sendable' protocol
  @DependencyEntry(liveValue: "text") var mismatch: Int = 1
  //~ error: cannot convert return expression of type 'String' to return type 'DependencyValues.__Key_mismatch.Value' (aka 'Int')
}
