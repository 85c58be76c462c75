#if canImport(SwiftUI)
  import Foundation

  /// What a process looks like that Xcode runs for a preview.
  enum PreviewHost {
    /// Whether the entry point of an app runs that Xcode started only to show a preview of one of its views.
    ///
    /// That is read off the stack: `App.main()` is on it, and what it calls to run the app is not yet.
    static var isStartingApp: Bool {
      guard ProcessInfo.processInfo.environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" else {
        return false
      }
      let symbols = Thread.callStackSymbols
      return symbols.contains { $0.contains("$s7SwiftUI3AppP") && $0.contains("4main") }
        && !symbols.contains { $0.contains("$s7SwiftUI6runApp") }
    }
  }
#endif
