/// Assembles a container: a place for the composition root of a program.
public final class Assembler: Sendable {
  private let container: Container

  /// What the assembled services are resolved from.
  public var resolver: any Resolver { container }

  /// Assembles into a container later, with ``apply(assemblies:)``.
  ///
  /// - Parameter container: The container to fill; with nil a new one is made.
  public init(container: Container? = Container()) {
    self.container = container ?? Container()
  }

  /// Assembles into a new child of another assembler's container.
  public init(
    parentAssembler: Assembler?, defaultObjectScope: ObjectScope = .graph,
    behaviors: [any Behavior] = []
  ) {
    container = Container(
      parent: parentAssembler?.container, defaultObjectScope: defaultObjectScope,
      behaviors: behaviors)
  }

  /// Assembles at once.
  public init(_ assemblies: [any Assembly], container: Container = Container()) {
    self.container = container
    apply(assemblies: assemblies)
  }

  /// Assembles at once, into a new child of another assembler's container.
  public init(
    _ assemblies: [any Assembly], parent: Assembler?, defaultObjectScope: ObjectScope = .graph,
    behaviors: [any Behavior] = []
  ) {
    container = Container(
      parent: parent?.container, defaultObjectScope: defaultObjectScope, behaviors: behaviors)
    apply(assemblies: assemblies)
  }

  /// Assembles at once. It never throws.
  @available(*, deprecated, message: "Use init(_:container:), which does not throw.")
  public convenience init(
    assemblies: [any Assembly], container: Container? = Container()
  ) throws {
    self.init(assemblies, container: container ?? Container())
  }

  /// Assembles at once, into a new child of another assembler's container. It never throws.
  @available(*, deprecated, message: "Use init(_:parent:), which does not throw.")
  public convenience init(assemblies: [any Assembly], parentAssembler: Assembler?) throws {
    self.init(assemblies, parent: parentAssembler)
  }

  /// Registers what an assembly has, and tells it that it is loaded.
  public func apply(assembly: any Assembly) {
    apply(assemblies: [assembly])
  }

  /// Registers what all of the assemblies have, then tells each that it is loaded.
  public func apply(assemblies: [any Assembly]) {
    for assembly in assemblies { assembly.assemble(container: container) }
    for assembly in assemblies { assembly.loaded(resolver: container) }
  }
}
