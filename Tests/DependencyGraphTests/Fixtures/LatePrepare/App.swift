import Dependencies

struct Database: DependencyKey { static let liveValue = Database() }

extension DependencyValues {
  var database: Database {
    get { self[Database.self] }
    set { self[Database.self] = newValue }
  }
}

final class Eager {
  @Dependency(\.database) private var database
  init() { print(database) }
}

final class Calm {
  @Dependency(\.database) private var database
  func use() { print(database) }
}

@main struct App {
  let eager = Eager()

  init() {
    prepareDependencies { $0.database = Database() }
  }

  static func main() {
    @Dependency(\.database) var database
    print(database)
    prepareDependencies { $0.database = Database() }
  }
}

@main struct GoodApp {
  init() {
    prepareDependencies { $0.database = Database() }
    let eager = Eager()
    print(eager)
  }
}

final class Delegate: AppDelegate {
  func application() {
    let calm = Calm()
    prepareDependencies { $0.database = Database() }
    calm.use()
  }
}

func buttonTapped() {
  prepareDependencies { $0.database = Database() }
}
