import Clients
import ComposableArchitecture
import Foundation

@Reducer
struct Feature {
  struct State { var items: [String] = [] }
  enum Action { case appeared, loaded(Double) }

  @Dependency(\.weather) var weather
  @Dependency(\.continuousClock) var clock
  @Dependency(\.locale) private var locale
  @Dependency(\.timeZone) private var timeZone

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(.loaded(try await weather.temperature("Busan")))
        }
      case .loaded(let value):
        state.items.append("\(value) \(locale.identifier)")
        if case let zone = timeZone, zone.secondsFromGMT() > 0 { state.items.removeFirst() }
        return .none
      }
    }
  }
}

// What escapes was read before, or carries its values.
final class Uploader {
  @Dependency(\.weather) private var weather
  @Dependency(\.uuid) private var uuid
  @Dependency(\.date) private var date
  let queue = DispatchQueue(label: "upload")

  func upload() {
    let id = uuid()
    Task.detached { [weather] in _ = try await weather.temperature("\(id)") }
    queue.async { print(self.date.now) }
    queue.sync { print(Row(index: 2)) }
    let model = withDependencies(from: self) { DetailModel(id: id) }
    queue.async { print(model) }
    Task.detached { print(Row(index: 1)) }
  }

  // A type that makes models, and is none.
  static func make() -> Uploader { Uploader() }
}

struct Factory {
  func make(id: UUID) -> DetailModel { DetailModel(id: id) }
}

// An instance that is shared is no static dependency; a computed one reads anew each time.
final class Session {
  static let shared = Session()
  @Dependency(\.flags) var flags
  static var limit: Int {
    @Dependency(\.limit) var limit
    return limit
  }
  func has(_ flag: String) -> Bool { flags.contains(flag) }
}

// Used in every way there is.
final class Uses {
  @Dependency(\.weather) private var captured
  @Dependency(\.flags) private var interpolated
  @Dependency(\.haptics) private var condition
  @Dependency(\.strings) private var shorthand
  @Dependency(\.retries) private var byKeyPath
  @Dependency(\.limit) private var underscored
  @Dependency(\.local) private var nested
  @Dependency(\.pageSize) private var conditional
  @Dependency(\.rate) private var observed

  var text = "" { didSet { print(observed[.work]) } }
  func run() -> String {
    let run = { [captured] in print(captured) }
    run()
    #if DEBUG
      print(conditional)
    #endif
    if condition > 0 { return "\(interpolated)" }
    let path = \Uses.byKeyPath
    func inner() -> String { nested }
    return shorthand.text(self[keyPath: path], inner(), _underscored)
  }
}
extension Box { func text(_ values: Any...) -> String { "\(values)" } }

// Names that mean something else here.
enum Generator { static func random() -> Int { 4 } }
struct Calendar { static let current = Calendar() }
func names() -> [Any] {
  @Dependency(\.uuid) var uuid
  return [Generator.random(), Calendar.current, uuid()]
}
