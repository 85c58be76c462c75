#if canImport(SwiftUI)
  import Foundation
  public import SwiftUI

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  extension PreviewTrait where T == Preview.ViewTraits {
    /// Prepares a dependency for one preview.
    ///
    /// ```swift
    /// #Preview(traits: .dependency(\.continuousClock, .immediate)) { TimerView() }
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: Which dependency, or a part of one.
    ///   - value: The value. What it throws is shown in place of the preview.
    /// - Returns: The trait.
    @MainActor @preconcurrency
    public static func dependency<Value>(
      _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
      _ value: @autoclosure @escaping () throws -> Value
    ) -> PreviewTrait {
      dependencies { $0[keyPath: keyPath] = try value() }
    }

    /// Prepares a dependency that is its own key for one preview.
    ///
    /// - Parameter value: The value. What it throws is shown in place of the preview.
    /// - Returns: The trait.
    @MainActor @preconcurrency
    public static func dependency<Value: TestDependencyKey>(
      _ value: @autoclosure @escaping () throws -> Value
    ) -> PreviewTrait where Value == Value.Value {
      dependencies { $0[Value.self] = try value() }
    }

    /// Prepares dependencies for one preview. The outermost such trait starts from fresh values.
    ///
    /// - Parameter updateValuesForPreview: Sets them. What it throws is shown in place of the preview.
    /// - Returns: The trait.
    @MainActor @preconcurrency
    public static func dependencies(
      _ updateValuesForPreview: @escaping (inout DependencyValues) throws -> Void
    ) -> PreviewTrait {
      .modifier(PreparingModifier(update: updateValuesForPreview))
    }
  }

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  private struct PreparingModifier: PreviewModifier {
    let update: (inout DependencyValues) throws -> Void

    func body(content: Content, context: Void) -> some View {
      PreparedPreview(content: content, update: update)
    }
  }

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  private struct PreparedPreview<Content: View>: View {
    let content: Content
    let update: (inout DependencyValues) throws -> Void
    @Environment(\.isPreparedPreview) private var isInside
    @State private var preparation = PreviewPreparation()

    var body: some View {
      let failure = preparation.failure(of: update, fromFreshValues: !isInside)
      content
        .environment(\.isPreparedPreview, true)
        .overlay {
          if let failure {
            Text("Preview Trait Failure\n\n\(String(describing: failure))")
              .padding()
              .frame(maxWidth: .infinity, maxHeight: .infinity)
              .background(Color.red)
          }
        }
    }
  }

  /// Prepares once, however often the body of its view is asked for, and before the views inside it are made.
  @MainActor
  private final class PreviewPreparation {
    private var isPrepared = false
    private var failure: (any Error)?

    func failure(
      of update: (inout DependencyValues) throws -> Void, fromFreshValues isOutermost: Bool
    ) -> (any Error)? {
      guard !isPrepared else { return failure }
      isPrepared = true
      if isOutermost { DependencyValues._current.cache.resetCache() }
      do {
        try prepareDependencies(update)
      } catch {
        failure = error
      }
      return failure
    }
  }

  private struct PreparedPreviewEnvironmentKey: EnvironmentKey {
    static var defaultValue: Bool { false }
  }

  extension EnvironmentValues {
    fileprivate var isPreparedPreview: Bool {
      get { self[PreparedPreviewEnvironmentKey.self] }
      set { self[PreparedPreviewEnvironmentKey.self] = newValue }
    }
  }
#endif
