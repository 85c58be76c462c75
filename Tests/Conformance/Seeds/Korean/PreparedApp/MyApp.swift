import ApplicationStandIns
import Dependencies

@main
struct MyApp: App {
  init() {
    prepareDependencies {
      // swift-format-ignore: NeverUseForceTry
      $0.defaultDatabase = try! DatabaseQueue(path: "app.sqlite")
    }
  }

  func show() { printDefaultDatabase() }
}
