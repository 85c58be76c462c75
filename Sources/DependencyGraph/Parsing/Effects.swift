/// Calls that bring time, chance or the machine into a program, and the dependency that controls each.
enum Effects {
  static let chance = "@Dependency(\\.withRandomNumberGenerator)"

  /// Initializers without arguments.
  static let initializers: [String: String] = [
    "Date": "@Dependency(\\.date.now)",
    "Foundation.Date": "@Dependency(\\.date.now)",
    "UUID": "@Dependency(\\.uuid)",
    "Foundation.UUID": "@Dependency(\\.uuid)",
    "ContinuousClock": "@Dependency(\\.continuousClock)",
    "SuspendingClock": "@Dependency(\\.suspendingClock)",
    "SystemRandomNumberGenerator": chance,
  ]

  static let members: [String: String] = [
    "Date.now": "@Dependency(\\.date.now)",
    "Task.sleep": "@Dependency(\\.continuousClock)",
    "Thread.sleep": "@Dependency(\\.continuousClock)",
    "ContinuousClock.now": "@Dependency(\\.continuousClock)",
    "SuspendingClock.now": "@Dependency(\\.suspendingClock)",
    "Locale.current": "@Dependency(\\.locale)",
    "Locale.autoupdatingCurrent": "@Dependency(\\.locale)",
    "Locale.preferredLanguages": "@Dependency(\\.preferredLocales)",
    "TimeZone.current": "@Dependency(\\.timeZone)",
    "TimeZone.autoupdatingCurrent": "@Dependency(\\.timeZone)",
    "Calendar.current": "@Dependency(\\.calendar)",
    "Calendar.autoupdatingCurrent": "@Dependency(\\.calendar)",
    "URLSession.shared": "@Dependency(\\.urlSession)",
    "NotificationCenter.default": "@Dependency(\\.notificationCenter)",
  ]
}
