import Dependencies
import Dispatch
import Foundation

// The samples of the DocC catalogue of `Dependencies`. `run` looks for them here, line by line.

// MARK: - The landing page

struct WeatherClient: Sendable {
  var temperature: @Sendable (_ city: String) async throws -> Double
}

extension WeatherClient: DependencyKey {
  static var liveValue: WeatherClient { WeatherClient { try await fetchTemperature(of: $0) } }
  static var testValue: WeatherClient { WeatherClient(temperature: unimplemented("temperature")) }
}

extension DependencyValues {
  var weather: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }
}

func fetchTemperature(of city: String) async throws -> Double { 20 }

final class ForecastModel {
  @Dependency(\.weather) private var weather

  func forecast() async throws -> String {
    try await weather.temperature("Seoul") > 25 ? "hot" : "mild"
  }
}

func override() -> ForecastModel {
  let model = withDependencies {
    $0.weather.temperature = { _ in 30 }
  } operation: {
    ForecastModel()
  }
  return model
}

// MARK: - Overriding

func archive() {}

func archiveEarlier() {
  withDependencies {
    $0.date.now = Date(timeIntervalSince1970: 1_234_567_890)
  } operation: {
    archive()
  }
}

final class RowModel {
  let id: UUID

  init(id: UUID) {
    self.id = id
  }
}

final class ListModel {
  @Dependency(\.uuid) private var uuid

  func add() -> RowModel {
    withDependencies(from: self) { RowModel(id: uuid()) }
  }
}

@main
struct Server {
  static func main() async throws {
    try await prepareDependencies {
      $0.database = AsyncDependency(value: try await Database.open())
      $0.date = .constant(.distantPast)
    }
  }
}

func explain() {
  print(explainDependency(\.date))
  // DateGenerator
  //   overridden at FeatureTests/FeatureTests.swift:21
  //   shadowed: overridden at FeatureTests/FeatureTests.swift:14
  //   shadowed: default of the test context
}

// MARK: - Lifetimes

private enum ArticleActivityKey {
  private enum ActivityKey: DependencyKey {
    static var liveValue: DependencyFamily<Category, Activity> {
      DependencyFamily(retention: .leastRecentlyUsed(limit: 100)) { Activity($0) }
    }
  }
}

extension DependencyScope {
  static let session = DependencyScope("session")
}

final class CartModel: Sendable {}

func show(_ model: CartModel) {}

func visit() async {
  let session = DependencyScope.session.open()
  session.run { show(CartModel()) }
  await session.close()
}

private enum ArticleClientKey {
  enum ClientKey: DerivedDependencyKey {
    static var liveValue: Client {
      @Dependency(\.baseURL) var baseURL
      return Client(baseURL)
    }
  }
}

// MARK: - Concurrency

func refresh() {}

func refreshLater() {
  withEscapedDependencies { dependencies in
    DispatchQueue.main.async {
      dependencies.yield { refresh() }
    }
  }
}

private enum ArticleDatabaseKey {
  private enum DatabaseKey: DependencyKey {
    static var liveValue: AsyncDependency<Database> {
      AsyncDependency { try await Database.open() }
    }
  }
}

extension Database {
  func insert(_ row: String) async throws {}
}

func insert(_ row: String) async throws {
  @Dependency(\.database) var database
  try await database.value.insert(row)
}

func startServing() async throws {
  @Dependency(\.database) var database
  @Dependency(\.session) var session
  try await AsyncDependency.prepare(database, session)
}

private enum SessionKey: DependencyKey {
  static var liveValue: AsyncDependency<String> { AsyncDependency { "session" } }
}

extension DependencyValues {
  var session: AsyncDependency<String> {
    get { self[SessionKey.self] }
    set { self[SessionKey.self] = newValue }
  }
}
