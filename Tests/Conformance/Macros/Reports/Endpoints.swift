import Dependencies
import DependenciesMacros

enum FetchError: Error { case offline }
typealias Convert = (Int) -> Int
typealias Named = (Int) -> Void
typealias Number = Double
func make() -> () -> Int { { 1 } }
let name = "name"

struct ValueNeedsDefault {
  @DependencyEndpoint var fetch: (Int) -> Int
  //~ error: the endpoint 'fetch' returns a value and cannot throw, so it needs a default closure; any value of its type will do, since its use is reported
}

struct TypedErrorNeedsDefault {
  @DependencyEndpoint var fetch: (Int) throws(FetchError) -> Void
  //~ error: the endpoint 'fetch' throws only 'FetchError', so it needs a default closure that throws one
}

struct NoClosure {
  @DependencyEndpoint var count: Int
  //~ error: '@DependencyEndpoint' belongs on a 'var' with a written closure type
}

struct NoClosureWithValue {
  @DependencyEndpoint var list: [Int] = []
  //~ error: '@DependencyEndpoint' belongs on a 'var' with a written closure type
}

struct Computed {
  @DependencyEndpoint var fetch: () -> Void { {} }
  //~ error: '@DependencyEndpoint' belongs on a 'var' with a written closure type
}

struct Untyped {
  @DependencyEndpoint var fetch = {}
  //~ error: '@DependencyEndpoint' belongs on a 'var' with a written closure type
}

struct NotAlone {
  @DependencyEndpoint var a: () -> Void, b: () -> Void
  //~ error: accessor macro 'DependencyEndpoint(method:)' can only apply to a single variable
  //~ error: accessor macro 'DependencyEndpoint(method:)' can only apply to a single variable
}

struct Lazy {
  @DependencyEndpoint lazy var fetch: () -> Void = {}
  //~ error: 'lazy' cannot be used on a computed property
}

struct SharedWithoutSendable {
  @DependencyEndpoint static var fetch: () -> Void
  //~ error: the endpoint 'fetch' is shared by all threads, so its type must be '@Sendable'
}

struct DefaultIsFunction {
  @DependencyEndpoint var fetch: () -> Int = make()
  //~ error: the default of the endpoint 'fetch' must be a closure literal, into which '@DependencyEndpoint' can put the report that it was not overridden
}

struct DefaultStops {
  @DependencyEndpoint var fetch: () -> Int = { fatalError() }
  //~ warning: this default stops the whole test or preview that calls 'fetch'; any value of its type will do, and the call is reported all the same
}

struct DefaultStopsQuietly {
  @DependencyEndpoint var fetch: () -> Int = { { fatalError() }() }
}

struct MethodWithSpace {
  @DependencyEndpoint(method: "a b") var fetch: () -> Void
  //~ error: 'method' must be the name of a method, which "a b" cannot be
}

struct MethodIsVariable {
  @DependencyEndpoint(method: name) var fetch: () -> Void
  //~ error: 'method' must be a string literal without interpolation
}

struct MethodIsKeyword {
  @DependencyEndpoint(method: "class") var fetch: () -> Void
  //~ error: 'method' must be the name of a method, which "class" cannot be
}

struct MethodOfAlias {
  @DependencyEndpoint(method: "get") var fetch: Named
  //~ error: no method can be written for the endpoint 'fetch', since its parameters are hidden behind 'Named'; write the closure type
}

struct Variadic {
  @DependencyEndpoint var fetch: (_ ids: Int...) -> Void
  //~ error: the method for the endpoint 'fetch' cannot hand a variadic parameter on; take an array
}

struct AliasNeedsDefault {
  @DependencyEndpoint var convert: Convert
  //~ error: '_unimplementedEndpoint' is unavailable: the endpoint has a type for which no closure can be made that reports its use; give it a default closure
}

struct AliasIsNoClosure {
  @DependencyEndpoint var number: Number
  //~ error: '_unimplementedEndpoint' is unavailable: the endpoint has a type for which no closure can be made that reports its use; give it a default closure
}

struct OnFunction {
  @DependencyEndpoint func fetch() {}
  //~ error: 'accessor' macro cannot be attached to instance method ('fetch')
}
