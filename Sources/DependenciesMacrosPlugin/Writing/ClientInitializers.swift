internal import SwiftSyntax

/// The two initializers of a client: with all of its properties, and with those alone that are no endpoints.
struct ClientInitializers {
  /// The access level that the struct states, if any.
  let access: AccessLevel?
  let probe: String?

  /// The parameter lists of the initializers that the program wrote itself.
  let written: Set<String>

  func text(for properties: [ClientProperty]) -> String {
    let parameters = properties.filter(\.isParameter)
    let others = parameters.filter { !$0.isEndpoint }
    let lists = parameters.count == others.count ? [parameters] : [parameters, others]
    let access = level(of: properties)
    return
      lists.enumerated()
      .filter { !written.contains(signature(of: $0.element)) }
      .map { text(for: $0.element, access, isFirst: $0.offset == 0) }
      .joined(separator: "\n\n")
  }

  private func text(for parameters: [ClientProperty], _ access: AccessLevel, isFirst: Bool)
    -> String
  {
    let list = parameters.map(\.parameter).joined(separator: ",\n").indented()
    let body = ((isFirst ? [probe].compactMap(\.self) : []) + parameters.map(\.assignment))
      .joined(separator: "\n").indented()
    return access.prefix + "init(" + (parameters.isEmpty ? "" : "\n\(list)\n") + ") {\n"
      + (body.isEmpty ? "" : body + "\n") + "}"
  }

  /// The lowest level among the struct and its properties. What is private to a file or a type for the struct as a
  /// whole is visible in its file, and so is its initializer.
  private func level(of properties: [ClientProperty]) -> AccessLevel {
    let ofStruct = access.map { max($0, .fileprivate) }
    return (properties.map(\.access) + [ofStruct].compactMap(\.self)).min() ?? .internal
  }

  private func signature(of parameters: [ClientProperty]) -> String {
    parameters.map { "\($0.identifier.plainName):" }.joined()
  }
}

extension InitializerDeclSyntax {
  /// The argument labels, by which initializers are told apart here.
  var labels: String {
    signature.parameterClause.parameters.map { "\($0.firstName.plainName):" }.joined()
  }
}
