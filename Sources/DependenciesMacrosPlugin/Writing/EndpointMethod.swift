internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// The method through which an endpoint can be called with argument labels.
struct EndpointMethod {
  let endpoint: Endpoint
  let closure: ClosureType
  let name: String
  let isInActor: Bool

  var declaration: DeclSyntax {
    let parameters = closure.parameters.enumerated()
      .map { index, parameter in
        "\(parameter.secondName?.text ?? "_") p\(index): \(parameter.type.trimmedDescription)"
      }
      .joined(separator: ", ")
    return """
      \(raw: documentation)\(raw: attributes)\(raw: modifiers)func \(raw: name)(\(raw: parameters))\
      \(raw: effects)\(raw: result) {
        \(raw: call)
      }
      """
  }

  private var call: String {
    let arguments = closure.parameters.enumerated()
      .map { index, parameter in
        if parameter.type.hasSpecifier("inout") { return "&p\(index)" }
        return parameter.type.isAutoclosure ? "p\(index)()" : "p\(index)"
      }
      .joined(separator: ", ")
    let keywords = (closure.throwsClause == nil ? "" : "try ") + (isAsync ? "await " : "")
    return keywords
      + "self.\(endpoint.identifier.text)\(closure.isOptional ? "?" : "")(\(arguments))"
  }

  /// A closure that carries its isolation may have to hop.
  private var isAsync: Bool {
    closure.isAsync || closure.attributes.contains { $0.baseName == "isolated" }
  }

  private var effects: String {
    (isAsync ? " async" : "") + (closure.throwsClause.map { " " + $0.trimmedDescription } ?? "")
  }

  private var result: String {
    let clause = closure.function.returnClause
    switch closure.result {
    case .value where closure.isOptional: return " -> (\(clause.type.trimmedDescription))?"
    case .nothing where closure.isOptional: return ""
    default: return " " + clause.trimmedDescription
    }
  }

  private var documentation: String {
    endpoint.variable.leadingTrivia.documentation
  }

  private var attributes: String {
    let ofProperty = endpoint.variable.attributes.unconditional.filter {
      ($0.baseName == "available" && !$0.isDiscouragingProperty) || $0.baseName == "_spi"
        || $0.baseName.hasSuffix("Actor")
    }
    let ofClosure = closure.attributes.filter {
      !["convention", "escaping", "autoclosure", "isolated"].contains($0.baseName)
    }
    let isSendableImplied = ofClosure.count > 1 || isIsolated
    return
      (ofProperty.map(\.trimmedDescription)
      + ofClosure.lazy
      .filter { !(isSendableImplied && $0.baseName == "Sendable") }
      .map { "@" + $0.attributeName.trimmedDescription })
      .map { $0 + " " }
      .joined()
  }

  /// Whether the method runs on an actor, where `@Sendable` says nothing more and is not allowed.
  private var isIsolated: Bool {
    isInActor
      || endpoint.variable.attributes.unconditional.contains { $0.baseName.hasSuffix("Actor") }
      || closure.parameters.contains { $0.type.hasSpecifier("isolated") }
  }

  private var modifiers: String {
    let access = AccessLevel(endpoint.variable.modifiers)?.prefix ?? ""
    let kept = endpoint.variable.modifiers.withoutAccess
      .filter { ["static", "class", "final", "nonisolated"].contains($0.name.text) }
      .filter { $0.detail == nil }
      .map { $0.trimmedDescription + " " }
    let isolation = closure.specifiers
      .filter { $0.hasPrefix("nonisolated") }
      .map { $0 + " " }
    return access + (kept + isolation).joined()
  }
}

extension AttributeSyntax {
  /// Whether this is one of the attributes by which `@DependencyClient` points from the property to its method.
  fileprivate var isDiscouragingProperty: Bool {
    arguments?.description.contains("deprecated: 9999") ?? false
  }
}

extension TypeSyntax {
  fileprivate func hasSpecifier(_ name: String) -> Bool {
    guard let attributed = self.as(AttributedTypeSyntax.self) else { return false }
    return attributed.specifiers.contains { $0.trimmedDescription == name }
  }

  fileprivate var isAutoclosure: Bool {
    self.as(AttributedTypeSyntax.self)?.attributes.contains(named: "autoclosure") ?? false
  }
}

extension Trivia {
  /// The documentation comments, a line each.
  fileprivate var documentation: String {
    compactMap { piece in
      switch piece {
      case .docLineComment(let text), .docBlockComment(let text): text + "\n"
      default: nil
      }
    }
    .joined()
  }
}
