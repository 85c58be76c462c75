import Dependencies
import DependenciesMacros
import Foundation

// A client whose live value is in another module, in an extension of a typealias of it.
@DependencyClient
public struct Weather: Sendable {
  public var temperature: @Sendable (_ city: String) async throws -> Double
}

public typealias WeatherClient = Weather

extension WeatherClient: TestDependencyKey {
  public static let testValue = Self()
  public static var previewValue: Self { Self(temperature: { _ in 21 }) }
}

// A protocol of the program's own that refines the key protocol and brings the live value.
public protocol StandardKey: DependencyKey where Value == Int {}
extension StandardKey {
  public static var liveValue: Int { 1 }
  public static var testValue: Int { 0 }
}
enum RetryKey: StandardKey {}
enum LimitKey: StandardKey {}

// A generic key.
public struct Box<Element: Sendable>: Sendable { var element: Element? }
enum BoxKey<Element: Sendable>: DependencyKey {
  static var liveValue: Box<Element> { Box(element: nil) }
  static var testValue: Box<Element> { Box(element: nil) }
}

// A key that stands in the extension of a namespace, and one that is private.
enum Analytics {}
extension Analytics {
  struct Tracker: Sendable { var track: @Sendable (String) -> Void }
}
extension Analytics.Tracker: DependencyKey {
  static let liveValue = Analytics.Tracker { _ in }
  static let testValue = Analytics.Tracker { _ in }
}
private enum FlagsKey: DependencyKey {
  static let liveValue: Set<String> = []
  static let testValue: Set<String> = []
}

// A key by the name of what it stands for, with its value behind `any`.
public protocol Storage: Sendable { func load() -> Data? }
private enum StorageKey: TestDependencyKey {
  static let testValue: any Storage = MemoryStorage()
}
struct MemoryStorage: Storage { func load() -> Data? { nil } }

// The platform decides where the live value is.
enum HapticsKey: TestDependencyKey { static let testValue = 0 }
#if os(iOS)
  extension HapticsKey: DependencyKey { static let liveValue = 1 }
#else
  extension HapticsKey: DependencyKey { static let liveValue = 2 }
#endif

extension DependencyValues {
  public var weather: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }
  public var retries: Int {
    get { self[RetryKey.self] }
    set { self[RetryKey.self] = newValue }
  }
  public var limit: Int {
    get { self[LimitKey.self] }
    set { self[LimitKey.self] = newValue }
  }
  public var strings: Box<String> {
    get { self[BoxKey<String>.self] }
    set { self[BoxKey<String>.self] = newValue }
  }
  var tracker: Analytics.Tracker {
    get { self[Analytics.Tracker.self] }
    set { self[Analytics.Tracker.self] = newValue }
  }
  public var flags: Set<String> {
    get { self[FlagsKey.self] }
    _modify { yield &self[FlagsKey.self] }
  }
  public var storage: any Storage {
    get { self[StorageKey.self] }
    set { self[StorageKey.self] = newValue }
  }
  public var haptics: Int { self[HapticsKey.self] }
  // Another name for a part of another value.
  public var isVerbose: Bool {
    get { flags.contains("verbose") }
    set { if newValue { flags.insert("verbose") } else { flags.remove("verbose") } }
  }
  @DependencyEntry(liveValue: "hello") public var greeting: String = ""
  @DependencyEntry(liveValue: 5, previewValue: 3) public var pageSize: Int = 1
}

extension DependencyValues {
  private enum LocalKey: DependencyKey {
    static let liveValue = "local"
    static var testValue: String { "test" }
  }
  public var local: String {
    get { self[LocalKey.self] }
    set { self[LocalKey.self] = newValue }
  }
}

// A family, and a scope.
public enum Activity: Hashable, Sendable { case work, rest }
enum RateKey: DependencyKey {
  static let liveValue = DependencyFamily<Activity, Int> { $0 == .work ? 1 : 2 }
  static let testValue = DependencyFamily<Activity, Int>.unimplemented("rate") { _ in 0 }
}
extension DependencyScope { public static let session = DependencyScope("session") }
public struct SessionCache: Sendable, ScopedDependencyKey {
  public static let scope = DependencyScope.session
  public static var liveValue: SessionCache { SessionCache() }
  public static var testValue: SessionCache { SessionCache() }
}
extension DependencyValues {
  public var rate: DependencyFamily<Activity, Int> {
    get { self[RateKey.self] }
    set { self[RateKey.self] = newValue }
  }
  public var sessionCache: SessionCache {
    get { self[SessionCache.self] }
    set { self[SessionCache.self] = newValue }
  }
}
