#if Foundation && !os(WASI)
  public import Foundation

  extension DependencyValues {
    /// The centre that notifications are posted to. Each test has one of its own.
    public var notificationCenter: NotificationCenter {
      get { self[NotificationCenterKey.self].center }
      set { self[NotificationCenterKey.self] = SharedNotificationCenter(center: newValue) }
    }
  }

  private enum NotificationCenterKey: DependencyKey {
    static var liveValue: SharedNotificationCenter { SharedNotificationCenter(center: .default) }
    static var testValue: SharedNotificationCenter {
      SharedNotificationCenter(center: NotificationCenter())
    }
  }

  /// Sendable because Foundation documents that a centre can be used from any thread, though not every release says so in its
  /// interface.
  struct SharedNotificationCenter: @unchecked Sendable {
    let center: NotificationCenter
  }
#endif
