import ApplicationStandIns
import Dependencies

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    prepareDependencies {
      // swift-format-ignore: NeverUseForceTry
      $0.defaultDatabase = try! DatabaseQueue(path: "delegate.sqlite")
    }
    // Override point for customization after application launch.
    return true
  }

  func show() { printDefaultDatabase() }
}
