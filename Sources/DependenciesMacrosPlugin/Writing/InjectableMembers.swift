internal import SwiftSyntax

/// What `@Injectable` writes into a type.
struct InjectableMembers {
  let type: InjectableType

  /// The members, where the properties that `#if` blocks divide are put together again in blocks.
  func text(for properties: ConditionalMembers<InjectableProperty>) -> String {
    [
      properties.write { parts(for: $0).joined(separator: "\n\n") },
      type.hasFunction("make", "dependency") ? nil : make,
      type.hasFunction("register", "in") ? nil : register,
    ]
    .compactMap(\.self)
    .joined(separator: "\n\n")
  }

  private func parts(for properties: [InjectableProperty]) -> [String] {
    [dependency(properties), type.hasInitializer ? nil : initializer(properties)].compactMap(\.self)
  }

  /// The nested type. A memberwise initializer that the compiler writes is not visible beyond the module.
  private func dependency(_ properties: [InjectableProperty]) -> String {
    var body = properties.map {
      "\(access)var \($0.identifier.text): \($0.type.trimmedDescription)"
    }
    if !access.isEmpty {
      let parameters = properties.map { "\($0.identifier.text): \($0.parameterType)" }
        .joined(separator: ",\n").indented()
      let assignments = properties.map { "self.\($0.identifier.text) = \($0.identifier.text)" }
        .joined(separator: "\n").indented()
      body.append(
        properties.isEmpty
          ? "\(access)init() {}"
          : "\n\(access)init(\n\(parameters)\n) {\n\(assignments)\n}")
    }
    let conformance = type.isSendable ? ": Swift.Sendable" : ""
    return """
      \(access)nonisolated struct Dependency\(conformance) {
      \(body.joined(separator: "\n").indented())
      }
      """
  }

  private func initializer(_ properties: [InjectableProperty]) -> String {
    let assignments = properties.map {
      "self.\($0.identifier.text) = dependency.\($0.identifier.text)"
    }
    return """
      private init(dependency: Dependency) {
      \(assignments.joined(separator: "\n").indented())
      }
      """
  }

  private var make: String {
    """
    \(access)static func make(dependency: Dependency) -> Self {
      Self(dependency: dependency)
    }
    """
  }

  private var register: String {
    let name = type.name.text
    // Language mode 5 does not choose by the isolation of a function.
    let isolation = type.isOnMainActor ? ", isolation: MainActor.self" : ""
    let make =
      type.isOnMainActor
      ? "{ @MainActor in \(name).make(dependency: $0) }" : "\(name).make(dependency:)"
    var availability = ""
    var body = """
      container._registerInjectable(
        \(name).self, name: name\(isolation), dependency: Dependency.init,
        make: \(make))
      """
    if let actor = type.foreignActor {
      availability = """
        @available(
          *, unavailable,
          message: "'\(type.name.plainName)' is isolated to '\(actor)', where no container can make it"
        )

        """
      body = "Swift.fatalError()"
    }
    return """
      \(availability)@discardableResult
      \(access)nonisolated static func register(
        in container: _InjectableContainer, name: Swift.String? = nil
      ) -> _InjectableEntry<\(name)> {
      \(body.indented())
      }
      """
  }

  /// Modifiers below `public` and `package` are bounded by the type's own.
  private var access: String {
    type.access > .internal ? type.access.prefix : ""
  }
}
