import Checks
@_spi(Beta) @_spi(DependencyInstallation) @_spi(Internals) import Dependencies
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@main
struct Program {
  static func main() async throws {
    try await prepare()
    keysAndContexts()
    values()
    try overrides()
    try await asynchronousOverrides()
    models()
    try await asynchronousModels()
    try await escaping()
    wrappers()
    await builtInValues()
    issues()
    Checks.finish()
  }
}

var context: DependencyContext {
  @Dependency(\.context) var context
  return context
}

func prepare() async throws {
  let returned: Int = try prepareDependencies {
    $0.prepared = try prepared("at the start")
    $0.optional = nil
    return 1
  }
  check("prepareDependencies returns what its closure returns", returned == 1)
  await prepareDependencies {
    await Task.yield()
    $0.preparedLater = "asynchronously"
  }
  do {
    try prepareDependencies { _ in throw Failure() }
    check("prepareDependencies throws what its closure throws", false)
  } catch {
    check("prepareDependencies throws what its closure throws", error is Failure)
  }
  @Dependency(\.prepared) var value
  @Dependency(\.preparedLater) var later
  @Dependency(\.optional) var optional
  check("a prepared value is read", value == "at the start")
  check("a value prepared asynchronously is read", later == "asynchronously")
  check("nil can be prepared", optional == nil)
}

func prepared(_ value: String) throws -> String { value }

func keysAndContexts() {
  @Dependency(\.limit) var limit
  @Dependency(\.store) var store
  @Dependency(\.composed) var composed
  let expected =
    switch context {
    case .live: (42, "live")
    case .preview: (7, "live")
    case .test: (3, "test")
    }
  check("a default value is the one of the context", limit == expected.0)
  check("a live value from another extension is found", store.name == expected.1)
  check("a default value reads other dependencies", composed == "limit \(expected.0)")
  for (context, value) in [(DependencyContext.live, 42), (.preview, 7), (.test, 3)] {
    withDependencies {
      $0.context = context
    } operation: {
      check("the context \(context) can be set for a scope", limit == value)
    }
  }
}

func values() {
  check("live values", DependencyValues.live.limit == 42)
  check("preview values", DependencyValues.preview.limit == 7)
  check("test values", DependencyValues.test.limit == 3)
  check("live values of a key by type", DependencyValues.live[LiveOnlyKey.self] == "live")
  check("a preview value defaults to the live one", DependencyValues.preview.liveOnly == "live")
  check(
    "a preview value defaults to the test one",
    DependencyValues.preview.interfaceOnly == "interface")

  var first = DependencyValues()
  var second = first
  first.limit = 1
  second[LimitKey.self] = 2
  check("a copy has overrides of its own", first.limit == 1 && second.limit == 2)

  let current = DependencyValues._current
  DependencyValues.$_current.withValue(second) {
    @Dependency(\.limit) var limit
    check("the current values can be bound", limit == 2)
  }
  check("the current values are not left behind", DependencyValues._current.limit == current.limit)

  let cached = DependencyValues.live
  check("a default value is created", cached.composed == "limit 42")
  cached.cachedValues.resetCache()
  check("a default value is created anew after a reset", cached.composed == "limit 42")
  let resets: any Resets.Type = DeprecatedReset.self
  resets.reset(cached)
}

protocol Resets {
  static func reset(_ values: DependencyValues)
}

enum DeprecatedReset: Resets {
  @available(*, deprecated) static func reset(_ values: DependencyValues) { values.resetCache() }
}

func overrides() throws {
  @Dependency(\.limit) var limit
  let outside = limit
  let result = withDependencies {
    $0.limit = 100
    $0[Client.self].name = "overridden"
    $0.optional = nil
  } operation: {
    @Dependency(\.client.name) var name
    @Dependency(\.optional) var optional
    check("an override is seen by an older wrapper", limit == 100)
    check("a member of a value can be overridden", name == "overridden")
    check("nil can be an override", optional == nil)
    withDependencies {
      $0.limit += 1
    } operation: {
      check("an inner override is made from the outer", limit == 101)
    }
    check("an inner override ends", limit == 100)
    return "result"
  }
  check("withDependencies returns the result", result == "result")
  check("an override ends", limit == outside)
  do {
    try withDependencies {
      $0.limit = 5
    } operation: {
      throw Failure()
    }
    check("withDependencies throws what the operation throws", false)
  } catch {
    check("withDependencies throws what the operation throws", error is Failure)
  }
  let threw: Bool
  do {
    try withDependencies { _ in
      throw Failure()
    } operation: {
    }
    threw = false
  } catch {
    threw = true
  }
  check("withDependencies throws what the update throws", threw)
}

func asynchronousOverrides() async throws {
  @Dependency(\.limit) var limit
  let result = await withDependencies {
    await Task.yield()
    $0.limit = 200
    $0.client.fetch = { "mock \($0)" }
  } operation: {
    await Task.yield()
    check("an asynchronous override is seen", limit == 200)
    let inherited = await Task {
      @Dependency(\.limit) var limit
      return limit
    }.value
    check("a task inherits it", inherited == 200)
    async let child = Feature().limit
    let childLimit = await child
    check("a child task inherits it", childLimit == 200)
    let detached = await Task.detached {
      @Dependency(\.limit) var limit
      return limit
    }.value
    check("a detached task does not", detached != 200)
    return limit
  }
  check("the asynchronous form returns the result", result == 200)

  let fetched = try await withDependencies {
    $0.client.fetch = { "mock \($0)" }
  } operation: {
    @Dependency(\.client.fetch) var fetch
    return try await fetch(3)
  }
  check("a closure can be read as a member", fetched == "mock 3")

  let (inside, isolated) = await Worker().limitInside(77)
  check("the operation stays on its actor", inside == 77 && isolated)
  let worker = withDependencies {
    $0.limit = 78
  } operation: {
    Worker()
  }
  check("an actor keeps the values it was made with", await worker.currentLimit() == 78)
}

func models() {
  let derived = withDependencies {
    $0.limit = 10
  } operation: {
    DerivedModel()
  }
  check("a model keeps the values it was made with", derived.limit == 10)

  let child = withDependencies(from: derived) { ChildModel() }
  check("a child has its parent's values, the superclass's wrapper included", child.limit == 10)

  let overridden = withDependencies(from: child) {
    $0.limit += 1
    $0.client.name = "child"
  } operation: {
    ChildModel()
  }
  check(
    "a child has its own overrides on top", overridden.limit == 11 && overridden.name == "child")
  check("a wrapper by type is read in a model", overridden.liveOnly == expectedLiveOnly)

  let plain = withDependencies {
    $0.limit = 12
  } operation: {
    PlainModel()
  }
  let fromPlain = withDependencies(from: plain) { ChildModel() }
  check("a model without a wrapper is remembered", fromPlain.limit == 12)
}

var expectedLiveOnly: String {
  @Dependency(\.liveOnly) var liveOnly
  return liveOnly
}

func asynchronousModels() async throws {
  let model = withDependencies {
    $0.limit = 20
  } operation: {
    ChildModel()
  }
  let child = await withDependencies(from: model) {
    await Task.yield()
    return ChildModel()
  }
  check("a child is made asynchronously", child.limit == 20)
  let other = try await withDependencies(from: model) {
    await Task.yield()
    $0.limit = 21
  } operation: {
    try await Task.sleep(for: .zero)
    return ChildModel()
  }
  check("a child is made asynchronously with overrides", other.limit == 21)
}

func escaping() async throws {
  let continuation = withDependencies {
    $0.limit = 30
  } operation: {
    withEscapedDependencies { $0 }
  }
  let value = continuation.yield { Feature().limit }
  check("yield has the carried values", value == 30)
  let asynchronous = await continuation.yield {
    await Task.yield()
    return Feature().limit
  }
  check("yield has the carried values asynchronously", asynchronous == 30)
  let nested = continuation.yield {
    withDependencies {
      $0.limit = 31
    } operation: {
      continuation.yield { Feature().limit }
    }
  }
  check("yield replaces the running values", nested == 30)
  let onQueue = await withCheckedContinuation { resume in
    DispatchQueue.global().async {
      let value = continuation.yield {
        @Dependency(\.limit) var limit
        return limit
      }
      resume.resume(returning: value)
    }
  }
  check("yield has the carried values on a queue", onQueue == 30)
  let returned = await withEscapedDependencies { dependencies in
    await Task.yield()
    return dependencies.yield { Feature().limit }
  }
  check("withEscapedDependencies has an asynchronous form", returned == Feature().limit)
  let threw: Bool
  do {
    try continuation.yield { throw Failure() }
    threw = false
  } catch {
    threw = true
  }
  check("yield throws what its operation throws", threw)
}

func wrappers() {
  var wrapper = Dependency(\.limit)
  var installed = DependencyValues()
  installed.limit = 40
  wrapper.install(installed)
  check("values can be installed in a wrapper", wrapper.wrappedValue == 40)
  let byType = Dependency(LimitKey.self)
  check("a wrapper can be made by type", byType.wrappedValue == Feature().limit)
  let feature = withDependencies {
    $0.limit = 41
  } operation: {
    Feature()
  }
  check("a struct keeps the values it was made with", feature.limit == 41)
}

func builtInValues() async {
  let timestamp = Date(timeIntervalSince1970: 1_234_567_890)
  await withDependencies {
    $0.date.now = timestamp
    $0.uuid = .incrementing
    $0.calendar = Calendar(identifier: .gregorian)
    $0.locale = Locale(identifier: "ko_KR")
    $0.preferredLocales = [Locale(identifier: "ja_JP")]
    $0.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    $0.withRandomNumberGenerator = WithRandomNumberGenerator(SequenceGenerator())
    $0.notificationCenter = NotificationCenter()
    $0.urlSession = URLSession(configuration: .ephemeral)
  } operation: {
    @Dependency(\.date) var date
    @Dependency(\.date.now) var now
    @Dependency(\.uuid) var uuid
    @Dependency(\.calendar) var calendar
    @Dependency(\.locale) var locale
    @Dependency(\.preferredLocales) var preferredLocales
    @Dependency(\.timeZone) var timeZone
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    @Dependency(\.notificationCenter) var notificationCenter
    @Dependency(\.urlSession) var urlSession
    @Dependency(\.assert) var assert
    @Dependency(\.precondition) var precondition
    @Dependency(\.fireAndForget) var fireAndForget
    check("date", date() == timestamp && now == timestamp && date.now == timestamp)
    check("uuid", uuid() == UUID(0) && uuid() == UUID(1))
    check("calendar", calendar.identifier == .gregorian)
    check("locale", locale.identifier == "ko_KR")
    check("preferredLocales", preferredLocales.map(\.identifier) == ["ja_JP"])
    check("timeZone", timeZone.secondsFromGMT() == 0)
    let numbers = [
      withRandomNumberGenerator { $0.next() }, withRandomNumberGenerator { $0.next() },
    ]
    check("withRandomNumberGenerator keeps its state", numbers == [1, 2])
    check("notificationCenter", notificationCenter !== NotificationCenter.default)
    check("urlSession", urlSession !== URLSession.shared)
    assert(true, "not evaluated")
    assert(true)
    precondition(true, "not evaluated")
    precondition(true)
    let (reports, report) = AsyncStream.makeStream(of: Bool.self)
    await fireAndForget(name: "effect", priority: .high) {
      @Dependency(\.date.now) var now
      report.yield(now == timestamp)
    }
    var iterator = reports.makeAsyncIterator()
    let sawDate = await iterator.next()
    check("fireAndForget runs its operation under the values of its caller", sawDate == true)
    await fireAndForget {}
  }
  check("a constant date", DateGenerator.constant(timestamp)() == timestamp)
  check("a constant UUID", UUIDGenerator.constant(UUID(7))() == UUID(7))
  check("a date from a closure", DateGenerator { timestamp }.now == timestamp)
  check("a UUID from a closure", UUIDGenerator { UUID(8) }() == UUID(8))
  check("a UUID from an integer", UUID(10).uuidString == "00000000-0000-0000-0000-00000000000A")
  check(
    "a UUID from a negative integer", UUID(-1).uuidString == "00000000-0000-0001-0000-000000000001")
  check(
    "a UUID from the least integer",
    UUID(Int.min).uuidString == "00000000-0000-0001-8000-000000000000")
}

func issues() {
  withDependencies(from: PlainModel()) {
    check("the operation runs without the values of a model that has none", true)
  }
  withDependencies(from: PlainModel()) {
    $0.limit = 1
    check("the update does not run for a model that has no values", false)
  } operation: {
    check("the operation runs without the update", Feature().limit != 1)
  }
  @Dependency(\.interfaceOnly) var interfaceOnly
  check("a value without a live one falls back to the test value", interfaceOnly == "interface")
  prepareDependencies { $0.prepared = "too late" }
  @Dependency(\.prepared) var prepared
  check("a key is prepared once", prepared == "at the start")
  check("an issue is reported outside of update closures", LimitKey.shouldReportUnimplemented)
  withDependencies {
    check("no issue is reported in update closures", !LimitKey.shouldReportUnimplemented)
    $0.limit = 1
  } operation: {
  }
  if context == .test {
    @Dependency(\.assert) var assert
    @Dependency(\.assertionFailure) var assertionFailure
    @Dependency(\.precondition) var precondition
    assert(false, "assert said so")
    assertionFailure("assertionFailure said so")
    precondition(false, "precondition said so")
    check("failed assertions of a test are issues", true)
  }
}
