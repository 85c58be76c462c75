#if canImport(SwiftUI)
  import DependencySupport
  public import Foundation
  import SwiftUI

  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
  extension DependencyValues {
    /// Opens a URL. In tests it is unimplemented: a call is an issue and opens nothing.
    public var openURL: OpenURLEffect {
      get { self[OpenURLKey.self] }
      set { self[OpenURLKey.self] = newValue }
    }
  }

  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
  private enum OpenURLKey: DependencyKey {
    static var liveValue: OpenURLEffect {
      OpenURLEffect { url in
        await withCheckedContinuation { continuation in
          Task { @MainActor in
            #if os(watchOS)
              EnvironmentValues().openURL(url)
              continuation.resume(returning: true)
            #else
              EnvironmentValues().openURL(url) { continuation.resume(returning: $0) }
            #endif
          }
        }
      }
    }

    static var testValue: OpenURLEffect {
      OpenURLEffect { url in
        reportIssue(
          """
          Unimplemented: @Dependency(\\.openURL) was asked to open \(url.absoluteString)

          Override 'openURL' with 'withDependencies' or with a trait of the test.
          """)
        return false
      }
    }
  }

  /// Opens URLs, as the SwiftUI environment's action does, outside of views too.
  public struct OpenURLEffect: Sendable {
    private let handler: @Sendable (URL) async -> Bool

    /// Makes an effect.
    ///
    /// - Parameter handler: Opens a URL, and returns whether it could.
    public init(handler: @escaping @Sendable (URL) async -> Bool) {
      self.handler = handler
    }

    /// Opens a URL.
    ///
    /// - Parameter url: What to open.
    /// - Returns: Whether it could be opened.
    @available(watchOS, unavailable) @discardableResult
    public func callAsFunction(_ url: URL) async -> Bool {
      await handler(url)
    }

    /// Opens a URL, where the system does not say whether it could.
    ///
    /// - Parameter url: What to open.
    @_disfavoredOverload
    public func callAsFunction(_ url: URL) async {
      _ = await handler(url)
    }
  }
#endif
