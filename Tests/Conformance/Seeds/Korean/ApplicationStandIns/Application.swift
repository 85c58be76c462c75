/// Stands for SwiftUI's `App`: made once by the entry point, which then shows what it declares.
public protocol App {
  init()
  func show()
}

extension App {
  public static func main() { Self().show() }
}

/// Stands for UIKit's classes of these names.
open class UIResponder {
  public required init() {}
}

public final class UIApplication {
  public struct LaunchOptionsKey: Hashable, Sendable {}

  public init() {}
}

public protocol UIApplicationDelegate: UIResponder {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func show()
}

extension UIApplicationDelegate {
  public static func main() {
    let delegate = Self()
    guard delegate.application(UIApplication(), didFinishLaunchingWithOptions: nil) else { return }
    delegate.show()
  }
}
