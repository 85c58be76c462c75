public import Dependencies
import DependencySupport

extension DependencyValues {
  /// The container that ``Injected`` properties resolve from.
  ///
  /// Set it once with `prepareDependencies { $0.container = appContainer }`. Override single services for a while with
  /// ``Container/overriding(_:)``:
  ///
  /// ```swift
  /// withDependencies {
  ///   $0.container = $0.container.overriding { $0.register(Clock.self) { _ in TestClock() } }
  /// } operation: { … }
  /// ```
  ///
  /// It begins empty. In tests each test has an empty one of its own, and a service that the test did not register fails it.
  public var container: Container {
    get {
      let container = self[ContainerKey.self]
      container.registry.isShared = true
      return container
    }
    set { self[ContainerKey.self] = newValue }
  }
}

private enum ContainerKey: DependencyKey {
  static let liveValue = Container()

  static var testValue: Container {
    let container = Container()
    container.registry.isStrict = true
    return container
  }
}

extension Container {
  /// A container in which some services are replaced: what the others are made from is replaced too.
  ///
  /// What this container shares already is shared with the new one. Services that are made later, and registrations that are added
  /// later, are not, so that nothing that was made under an override is seen outside it.
  ///
  /// - Parameter register: Registers the replacements in the new container.
  public func overriding(_ register: (Container) -> Void) -> Container {
    let container = Container(parent: isolatedCopy(), scope: defaultObjectScope)
    register(container)
    return container
  }

  private func isolatedCopy() -> Container {
    let copy = Container(parent: parent?.isolatedCopy(), scope: defaultObjectScope)
    copy.registry.isStrict = registry.isStrict
    copy.registry.isSilenced = registry.isSilenced
    copy.adopt(registry.registrations) { $0.isolatedCopy() }
    return copy
  }

  /// Registers copies; what forwards to one entry forwards to one copy.
  func adopt(_ registrations: [Registration], copy: (Entry) -> Entry) {
    var entries: [ObjectIdentifier: Entry] = [:]
    for registration in registrations {
      let identifier = ObjectIdentifier(registration.entry)
      let entry = entries[identifier] ?? copy(registration.entry)
      entries[identifier] = entry
      registry.insert(Registration(key: registration.key, entry: entry))
    }
  }

  /// Whether an unresolved service is a failure of the test.
  var isStrict: Bool { registry.isStrict || parent?.isStrict == true }

  /// Refuses registrations that would outlive the override in which they are written.
  func mayRegister(_ type: Any.Type) -> Bool {
    guard registry.isShared, !ContainerKey.shouldReportUnimplemented else { return true }
    reportIssue(
      """
      \(type) is registered in the shared container while dependencies are overridden. It would reach everyone, so it was \
      not registered. Write: $0.container = $0.container.overriding { $0.register(\(type).self) … }
      """)
    return false
  }
}
