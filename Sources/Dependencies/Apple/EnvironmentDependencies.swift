#if canImport(SwiftUI)
  public import SwiftUI

  extension Dependency: DynamicProperty {
    /// Takes over the overrides of the view's environment. SwiftUI calls it before it asks for the view's body.
    public mutating func update() {
      install(environment)
    }
  }

  extension EnvironmentValues {
    /// The dependencies of a part of the view hierarchy: those of the scope that runs, unless a view sets others.
    ///
    /// Override single ones with `dependency(_:_:)`.
    public var dependencies: DependencyValues {
      get { self[DependenciesEnvironmentKey.self] }
      set { self[DependenciesEnvironmentKey.self] = newValue }
    }
  }

  private struct DependenciesEnvironmentKey: EnvironmentKey {
    static var defaultValue: DependencyValues { ._current }
  }

  extension View {
    /// Overrides a dependency for the `@Dependency` properties of this view and of those inside it.
    ///
    /// ```swift
    /// ProfileView()
    ///   .dependency(\.date.now, Date(timeIntervalSince1970: 0))
    /// ```
    ///
    /// Models that views make are not views: override for them with ``withDependencies(_:operation:fileID:filePath:line:column:)``.
    ///
    /// - Parameters:
    ///   - keyPath: Which dependency, or a part of one.
    ///   - value: The value.
    /// - Returns: The view with the override.
    public func dependency<V>(
      _ keyPath: WritableKeyPath<DependencyValues, V>, _ value: V
    ) -> some View {
      transformEnvironment(\.dependencies) { $0[keyPath: keyPath] = value }
    }

    /// Overrides a dependency that is its own key, for this view and those inside it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - fileID: Named as the place of the override in issues. The default is the caller's.
    ///   - filePath: The same as a path.
    ///   - line: The same as a line.
    ///   - column: The same as a column.
    /// - Returns: The view with the override.
    public func dependency<V: DependencyKey<V>>(
      _ value: V,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) -> some View {
      transformEnvironment(\.dependencies) {
        $0[V.self, fileID: fileID, filePath: filePath, line: line, column: column, function: ""] =
          value
      }
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  extension Scene {
    /// Overrides a dependency for the `@Dependency` properties of all views of a scene.
    ///
    /// - Parameters:
    ///   - keyPath: Which dependency, or a part of one.
    ///   - value: The value.
    /// - Returns: The scene with the override.
    public func dependency<V>(
      _ keyPath: WritableKeyPath<DependencyValues, V>, _ value: V
    ) -> some Scene {
      transformEnvironment(\.dependencies) { $0[keyPath: keyPath] = value }
    }

    /// Overrides a dependency that is its own key, for all views of a scene.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - fileID: Named as the place of the override in issues. The default is the caller's.
    ///   - filePath: The same as a path.
    ///   - line: The same as a line.
    ///   - column: The same as a column.
    /// - Returns: The scene with the override.
    public func dependency<V: DependencyKey<V>>(
      _ value: V,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) -> some Scene {
      transformEnvironment(\.dependencies) {
        $0[V.self, fileID: fileID, filePath: filePath, line: line, column: column, function: ""] =
          value
      }
    }
  }
#endif
