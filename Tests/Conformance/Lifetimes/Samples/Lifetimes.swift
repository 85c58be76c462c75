import Dependencies

// The samples of Documentation/lifetimes.md. `run` looks for them here, line by line.

enum BaseURLKey: DependencyKey {
  static var liveValue: String { "https://api.example" }
}

struct Client: Sendable {
  let baseURL: String

  init(_ baseURL: String) {
    self.baseURL = baseURL
  }
}

enum ClientKey: DependencyKey {
  static var liveValue: Client {
    @Dependency(\.baseURL) var baseURL
    return Client(baseURL)
  }
}

func overridden() {
  withDependencies {
    $0.baseURL = "https://staging.example"
  } operation: {
    // \.client is what it was before, if it was read before.
  }
}

enum Category: Sendable { case recreational, social }

struct Activity: Sendable {
  let category: Category

  init(_ category: Category) {
    self.category = category
  }
}

enum ActivityClosureKey: DependencyKey {
  static var liveValue: @Sendable (Category) -> Activity { { Activity($0) } }
}

enum ActivityKey: DependencyKey {
  static var liveValue: DependencyFamily<Category, Activity> {
    DependencyFamily(retention: .leastRecentlyUsed(limit: 100)) { Activity($0) }
  }
}

func suggest() {
  @Dependency(\.activity[.recreational]) var activity
  print(activity)
}

func suggestSomethingElse() {
  withDependencies {
    $0.activity[.recreational] = Activity(.social)
  } operation: {
    suggest()
  }
}

extension DependencyScope {
  static let request = DependencyScope("request")
}

struct Transaction: DisposableDependency, ScopedDependencyKey {
  static var scope: DependencyScope { .request }
  static var liveValue: Transaction { Transaction() }

  func dispose() async throws { try await rollback() }
}

func respond() async -> Response {
  await withDependencyScope(.request) {
    @Dependency(Transaction.self) var transaction
    return Response(transaction)
  }
}

extension Transaction {
  func rollback() async throws {}
}

struct Response: Sendable {
  let transaction: Transaction

  init(_ transaction: Transaction) {
    self.transaction = transaction
  }
}

struct Database: Sendable {
  static func open() async throws -> Database { Database() }
}

enum DatabaseKey: DependencyKey {
  static var liveValue: AsyncDependency<Database> {
    AsyncDependency { try await Database.open() }
  }
}

func start() async throws {
  @Dependency(\.database) var database
  @Dependency(\.mailer) var mailer
  try await AsyncDependency.prepare(database, mailer)
}

func prepare() async throws {
  try await prepareDependencies {
    $0.database = AsyncDependency(value: try await Database.open())
  }
}

enum MailerKey: DependencyKey {
  static var liveValue: AsyncDependency<String> { AsyncDependency { "mailer" } }
}

extension DependencyValues {
  var baseURL: String {
    get { self[BaseURLKey.self] }
    set { self[BaseURLKey.self] = newValue }
  }

  var client: Client {
    get { self[ClientKey.self] }
    set { self[ClientKey.self] = newValue }
  }

  var activity: DependencyFamily<Category, Activity> {
    get { self[ActivityKey.self] }
    set { self[ActivityKey.self] = newValue }
  }

  var database: AsyncDependency<Database> {
    get { self[DatabaseKey.self] }
    set { self[DatabaseKey.self] = newValue }
  }

  var mailer: AsyncDependency<String> {
    get { self[MailerKey.self] }
    set { self[MailerKey.self] = newValue }
  }
}
