import Dependencies
import Interface

@main struct App {
  init() {
    prepareDependencies {
      $0.database = Database()
    }
  }

  static func main() {
    let model = Model()
    print(model.total)
    withDependencies {
      $0.session = Session()
    } operation: {
      @Dependency(\.session) var session
      print(session)
    }
  }
}

final class Model {
  @Dependency(\.orphan) private var orphan
  @Dependency(\.remote.load) private var remote
  @Dependency(\.database) private var database
  @Dependency(\.entry) private var entry: Int
  @Dependency(\.liveEntry) private var liveEntry

  var total: Int {
    print(database)
    return orphan.load() + remote() + entry + liveEntry
  }
}
