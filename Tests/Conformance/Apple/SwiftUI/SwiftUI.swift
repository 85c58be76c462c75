// A stand-in with the declarations of SwiftUI that the runtime uses, as far as Apple documents them. It has no behaviour: the
// sources are type-checked against it where there is no SwiftUI, and nothing is run.

public import Foundation

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

@MainActor @preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  @MainActor @preconcurrency var body: Body { get }
}

extension Never: View, Scene {
  public var body: Never { self }
}

extension Optional: View where Wrapped: View {
  public var body: Never { unavailable() }
}

public struct EmptyView: View {
  public nonisolated init() {}
  public var body: Never { unavailable() }
}

public struct Text: View {
  public nonisolated init(_ content: some StringProtocol) {}
  public var body: Never { unavailable() }
}

public struct Color: View, Sendable {
  public static let red = Color()
  public var body: Never { unavailable() }
}

func unavailable() -> Never { preconditionFailure("a stand-in is not run") }

@resultBuilder
public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

// MARK: - The environment

public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  public init() {}

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { Key.defaultValue }
    set {}
  }

  @MainActor @preconcurrency public var openURL: OpenURLAction { OpenURLAction() }
}

@MainActor @preconcurrency
public struct OpenURLAction: Sendable {
  nonisolated init() {}

  public func callAsFunction(_ url: URL) {}
  public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {}
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  private let keyPath: KeyPath<EnvironmentValues, Value> & Sendable

  public init(_ keyPath: KeyPath<EnvironmentValues, Value> & Sendable) { self.keyPath = keyPath }

  public var wrappedValue: Value { EnvironmentValues()[keyPath: keyPath] }
}

extension Environment: Sendable where Value: Sendable {}

@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let value: Value

  public init(wrappedValue: Value) { value = wrappedValue }

  public var wrappedValue: Value {
    get { value }
    nonmutating set {}
  }
}

extension State: Sendable where Value: Sendable {}

// MARK: - Modifiers

extension View {
  public nonisolated func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View { EmptyView() }

  public nonisolated func transformEnvironment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
  ) -> some View { EmptyView() }

  public nonisolated func overlay<Content: View>(
    @ViewBuilder content: () -> Content
  ) -> some View { EmptyView() }

  public nonisolated func padding() -> some View { EmptyView() }

  public nonisolated func frame(
    maxWidth: CGFloat? = nil, maxHeight: CGFloat? = nil
  ) -> some View { EmptyView() }

  public nonisolated func background<Background: View>(
    _ background: Background
  ) -> some View { EmptyView() }
}

extension Scene {
  public nonisolated func transformEnvironment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
  ) -> some Scene { EmptyScene() }
}

private struct EmptyScene: Scene {
  nonisolated init() {}
  var body: Never { unavailable() }
}

public struct WindowGroup<Content: View>: Scene {
  public nonisolated init(@ViewBuilder content: () -> Content) {}
  public var body: Never { unavailable() }
}

// MARK: - Previews

public struct Preview {
  public struct ViewTraits {}
}

public struct PreviewTrait<T> {}

@MainActor @preconcurrency
public protocol PreviewModifier {
  associatedtype Context = Void
  associatedtype Body: View
  typealias Content = EmptyView
  static func makeSharedContext() async throws -> Context
  @ViewBuilder @MainActor @preconcurrency func body(content: Content, context: Context) -> Body
}

extension PreviewModifier where Context == Void {
  public static func makeSharedContext() async throws {}
}

extension PreviewTrait where T == Preview.ViewTraits {
  public static func modifier(_ modifier: some PreviewModifier) -> PreviewTrait { PreviewTrait() }
}
