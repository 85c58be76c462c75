import Clients
import Dependencies
import Foundation
import Observation

@Observable
final class HomeModel {
  @ObservationIgnored @Dependency(\.weather) private var weather
  @ObservationIgnored @Dependency(\.continuousClock) private var clock
  @ObservationIgnored @Dependency(\.date.now) private var now
  @ObservationIgnored @Dependency(\.uuid) private var uuid: UUIDGenerator
  @ObservationIgnored @Dependency(\.rate[.work]) var rate
  @ObservationIgnored @Dependency(\.sessionCache) var cache
  @ObservationIgnored
  @Dependency(\.storage)
  private var storage
  @ObservationIgnored @Dependency(\.greeting) package var greeting
  var temperature: Double?
  var child: DetailModel?
  private var task: Task<Void, Never>?

  func appeared() async {
    temperature = try? await weather.temperature("Busan")
    try? await clock.sleep(for: .seconds(1))
    print(now, uuid(), storage.load() as Any, greeting)
    print(rate, cache)
  }

  func opened() {
    child = withDependencies(from: self) { DetailModel(id: uuid()) }
  }

  func openedInTask() {
    task = Task { [weak self] in
      guard let self else { return }
      await withDependencies(from: self) {
        await self.show(DetailModel(id: self.uuid()))
      }
    }
  }

  func openedOnQueue() {
    withEscapedDependencies { dependencies in
      DispatchQueue.main.async {
        dependencies.yield { self.child = DetailModel(id: self.uuid()) }
      }
    }
  }

  func show(_ model: DetailModel) { child = model }

  // Not a model: a value that has nothing to lose.
  func rows() -> [Row] { (0..<3).map { Row(index: $0) } }

  // `Date` with arguments, and names that only look like effects.
  func harmless() -> [Any] {
    [
      Date(timeIntervalSince1970: 0), Date.distantPast, UUID(uuidString: "") as Any, Clock.current,
      Locale(identifier: "ko"),
    ]
  }
}

enum Clock { static let current = 1 }
struct Row { var index: Int }

final class DetailModel: Identifiable {
  let id: UUID
  // Read by a nested type, in an extension in another file, through the projected value, and by key path.
  @Dependency(\.retries) var retries
  @Dependency(\.limit) var limit
  @Dependency(\.flags) var flags
  @Dependency(\.strings) var strings
  @Dependency(\.local) var local
  init(id: UUID) { self.id = id }
  struct Formatter { unowned let model: DetailModel; var text: String { "\(model.limit)" } }
}

class BaseModel {
  @Dependency(\.pageSize) var pageSize
  @Dependency(\.haptics) var haptics
}

final class ListModel: BaseModel {
  func next() -> Int { pageSize + haptics }
}

actor Worker {
  @Dependency(\.isVerbose) private var isVerbose
  @Dependency(\.tracker) private var tracker
  private let child = Helper()
  func work() async {
    if isVerbose { tracker.track("work") }
    await child.help()
  }
}

struct Helper: Sendable {
  @Dependency(\.fireAndForget) private var fireAndForget
  func help() async { await fireAndForget {} }
}

// A protocol extension reads a requirement that the wrapper satisfies.
protocol HasWeather { var weather: Weather { get } }
extension HasWeather {
  func now(in city: String) async throws -> Double { try await weather.temperature(city) }
}
struct Station: HasWeather { @Dependency(\.weather) var weather }

// A property wrapper of the program's own that holds a dependency.
@propertyWrapper struct Translated {
  @Dependency(\.locale) private var locale
  var key: String
  init(wrappedValue: String) { key = wrappedValue }
  var wrappedValue: String { "\(key) \(locale.identifier)" }
}

func freeFunction() async throws -> Double {
  @Dependency(\.weather) var weather
  async let value = weather.temperature("Seoul")
  return try await value
}

enum Namespace {
  static func make() -> DetailModel {
    @Dependency(\.uuid) var uuid
    return DetailModel(id: uuid())
  }
}
