/// A dependency that is made and read on the main actor, and need not be `Sendable`.
///
/// ```swift
/// private enum RouterKey: DependencyKey {
///   static var liveValue: MainActorDependency<Router> { MainActorDependency { Router() } }
/// }
///
/// @MainActor func show() {
///   @Dependency(\.router) var router
///   router.value.push(.detail)
/// }
/// ```
///
/// Elsewhere the compiler asks for an `await`. The value is made once, at its first read.
public struct MainActorDependency<Value>: Sendable {
  private let cell: MemberCell<Value>
  private let create: @MainActor @Sendable () -> Value
  private let location: SourceLocation
  private let home = ScopeHome()

  /// A dependency that is made on the main actor.
  ///
  /// - Parameters:
  ///   - create: Makes the value. It may read dependencies.
  ///   - fileID: Named as the place of a read in issues. The default is the caller's.
  ///   - filePath: The same as a path.
  ///   - line: The same as a line.
  ///   - column: The same as a column.
  public init(
    _ create: @escaping @MainActor @Sendable () -> Value, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let name =
      DependencyValues._current.recorder?.creatingCell?.name ?? "\(MainActorDependency<Value>.self)"
    cell = MemberCell(owner: MainActorDependency<Value>.self) { name }
    self.create = create
    location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The value, made now if it was not read before.
  @MainActor public var value: Value {
    cell.value(in: .seen, at: location) {
      create()
    } keep: {
      home.contents?.adopt($0)
      return MemberBox($0, under: $1)
    }
  }
}
