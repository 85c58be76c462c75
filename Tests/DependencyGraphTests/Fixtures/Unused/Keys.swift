import Dependencies

enum UnusedKey: DependencyKey { static let liveValue = 0 }
enum UsedKey: DependencyKey { static let liveValue = 0 }
enum PrivateKey: DependencyKey { static let liveValue = 0 }
public enum PublicKey: DependencyKey { public static let liveValue = 0 }

extension DependencyValues {
  var unused: Int {
    get { self[UnusedKey.self] }
    set { self[UnusedKey.self] = newValue }
  }
  var used: Int { self[UsedKey.self] }
  var hidden: Int { self[PrivateKey.self] }
  var derived: Int { hidden + 1 }
}

final class Model {
  @Dependency(\.used) private var used
  @Dependency(\.used) private var idle
  @Dependency(\.used) var open
  @Dependency(\.derived) var derived

  func use() {
    @Dependency(\.used) var local
    @Dependency(\.used) var forgotten
    print(used, local)
  }
}

func use(model: Model) { print(model.derived) }
