import Dependencies
import DependenciesMacros

@DependencyClient
struct ClientValueNeedsDefault {
  var fetch: @Sendable (Int, Int) -> Int
  //~ error: 'ClientValueNeedsDefault()' cannot make an unimplemented client: the endpoint 'fetch' returns a value and cannot throw, so it needs a default closure; any value of its type will do, since its use is reported
}

@DependencyClient
struct ClientTypedErrorNeedsDefault {
  var fetch: () async throws(FetchError) -> Int
  //~ error: 'ClientTypedErrorNeedsDefault()' cannot make an unimplemented client: the endpoint 'fetch' throws only 'FetchError', so it needs a default closure that throws one
}

@DependencyClient
struct ClientNeverReturns {
  var stop: () -> Never
  //~ error: 'ClientNeverReturns()' cannot make an unimplemented client: the endpoint 'stop' returns a value and cannot throw, so it needs a default closure; any value of its type will do, since its use is reported
}

@DependencyClient
struct ClientDefaultIsFunction {
  var fetch: () -> Int = make()
  //~ error: the default of the endpoint 'fetch' must be a closure literal, into which '@DependencyClient' can put the report that it was not overridden
}

@DependencyClient
struct ClientDefaultIsUnimplemented {
  var fetch: () -> Int = unimplemented("fetch", placeholder: 1)
  //~ error: the default of the endpoint 'fetch' must be a closure literal, into which '@DependencyClient' can put the report that it was not overridden
  //~ warning: 'unimplemented' is not needed here: '@DependencyClient' already makes an endpoint that reports its use
}

@DependencyClient
struct ClientDefaultStops {
  var fetch: () -> Int = { fatalError() }
  //~ warning: this default stops the whole test or preview that calls 'fetch'; any value of its type will do, and the call is reported all the same
}

@DependencyClient
class ClassClient {
  //~ error: '@DependencyClient' makes a client out of a struct of closures; it cannot be applied to a class
  var count: Int = 1
}

@DependencyClient
actor ActorClient {
  //~ error: '@DependencyClient' makes a client out of a struct of closures; it cannot be applied to an actor
  var count: Int = 1
}

@DependencyClient
struct ClientNeedsType {
  var fetch: () -> Void
  var list = [1, 2]
  //~ error: 'list' needs a written type: it is a parameter of the initializers that '@DependencyClient' writes for 'ClientNeedsType'
}

@DependencyClient
struct ClientWithTuple {
  var fetch: () -> Void
  let (x, y): (Int, Int)
  //~ error: properties declared as a tuple cannot be parameters of the initializers that '@DependencyClient' writes for 'ClientWithTuple'; declare each on its own
}

@DependencyClient
struct ClientNotAlone {
  var fetch: () -> Void, count: Int = 1
  //~ error: the endpoint 'fetch' must be declared on its own, so that '@DependencyClient' can write its accessors
}

@DependencyClient
struct ClientSecondIsEndpoint {
  var count: Int = 1, fetch: () -> Void
  //~ error: the endpoint 'fetch' must be declared on its own, so that '@DependencyClient' can write its accessors
}

@DependencyClient
struct ClientVariadic {
  var fetch: @Sendable (_ ids: Int...) -> Void
  //~ error: the method for the endpoint 'fetch' cannot hand a variadic parameter on; take an array
}

@DependencyClient
struct ClientStaticWithoutSendable {
  var fetch: () -> Void
  static var shared: () -> Void
  //~ error: the endpoint 'shared' is shared by all threads, so its type must be '@Sendable'
}

@DependencyClient
struct ClientWithManyConditions {
  var fetch: () -> Void
  #if A
    var a: Int = 1
  #endif
  #if B
    var b: Int = 1
  #endif
  #if C
    var c: Int = 1
  #endif
  #if D
    var d: Int = 1
  #endif
  #if E
    var e: Int = 1
  #endif
  #if F
    //~ error: 'ClientWithManyConditions' has more than 5 independent '#if' blocks with properties, and an initializer is needed for each combination; put some of them together
    var f: Int = 1
  #endif
}
