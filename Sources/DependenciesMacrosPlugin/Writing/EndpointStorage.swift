internal import SwiftSyntax
internal import SwiftSyntaxBuilder

/// The stored property behind an endpoint, whose initial value reports that it was called without being overridden.
struct EndpointStorage {
  let endpoint: Endpoint
  let fallback: Endpoint.Fallback

  /// How the client is named in issues: a literal, or an interpolation that is evaluated in the program.
  let client: String?

  var declaration: DeclSyntax {
    let type = endpoint.type.trimmedDescription
    let value =
      isShared ? "DependenciesMacros._SharedEndpoint<\(type)>(\(closure))" : closure
    let annotation = isShared ? "" : ": \(type)"
    let observers = endpoint.observers.map { " " + $0.trimmedDescription } ?? ""
    return """
      \(raw: attributes)private \(raw: modifiers)\(raw: isShared ? "let" : "var") \
      \(raw: endpoint.storageName)\(raw: annotation) = \(raw: value)\(raw: observers)
      """
  }

  var accessors: [AccessorDeclSyntax] {
    let storage = endpoint.storageName + (isShared ? ".value" : "")
    return [
      "get {\n  \(raw: storage)\n}",
      "set {\n  \(raw: storage) = newValue\n}",
    ]
  }

  /// Accessors of a property for which an error is reported.
  static var unusable: [AccessorDeclSyntax] {
    ["get {\n  Swift.fatalError()\n}", "set {\n}"]
  }

  private var isShared: Bool { endpoint.isSharedByThreads }

  private var closure: String {
    let arguments = endpoint.closure?.parameters.map { _ in "_" }.joined(separator: ", ") ?? ""
    var head = arguments.isEmpty ? "{\n" : "{ \(arguments) in\n"
    switch fallback {
    case .throwUnimplemented:
      // The type of what is thrown is not inferred where there are several statements.
      if let type = endpoint.closure?.throwsClause?.type {
        head = "{ (\(arguments)) throws(\(type.trimmedDescription)) in\n"
      }
      let error = "throw DependenciesMacros.Unimplemented(\(title))"
      return head + "\(report)\n\(error)".indented() + "\n}"
    case .returnNothing:
      return head + report.indented() + "\n}"
    case .returnNil:
      return head + "\(report)\nreturn nil".indented() + "\n}"
    case .chosenByType:
      return "DependenciesMacros._unimplementedEndpoint(\(title))"
    case .run(let closure):
      return written(closure)
    }
  }

  private func written(_ closure: ClosureExprSyntax) -> String {
    let head = closure.signature.map { "{ \($0.trimmedDescription)\n" } ?? "{\n"
    var statements = closure.statements.trimmedDescription
    if let value = closure.singleValue(returnsNothing: endpoint.closure?.result == .nothing) {
      statements = "return \(value.trimmedDescription)"
    }
    // A brace or a dot on the next line would belong to the call.
    let needsSeparator = statements.hasPrefix("{") || statements.hasPrefix(".")
    return head + report.indented() + (needsSeparator ? ";" : "") + "\n  \(statements)\n}"
  }

  private var report: String {
    "DependenciesMacros._reportUnimplemented(\(title))"
  }

  private var title: String {
    "\"" + (client.map { "\($0).\(name)" } ?? name) + "\""
  }

  private var name: String {
    endpoint.identifier.plainName
      .replacing("\\", with: "\\\\")
      .replacing("\"", with: "\\\"")
  }

  private var attributes: String {
    endpoint.variable.attributes.unconditional
      .filter {
        !["DependencyEndpoint", "available", "_spi", "usableFromInline", "inlinable"]
          .contains($0.baseName)
      }
      .map { $0.trimmedDescription + " " }
      .joined()
  }

  private var modifiers: String {
    endpoint.variable.modifiers.withoutAccess
      .filter { !["override", "lazy"].contains($0.name.text) }
      .map { $0.name.text == "class" ? "static " : $0.trimmedDescription + " " }
      .joined()
  }
}

extension Endpoint {
  /// Whether the endpoint belongs to the type and no global actor guards it.
  var isSharedByThreads: Bool {
    variable.modifiers.typeMember != nil
      && !variable.modifiers.contains { $0.name.text == "nonisolated" && $0.detail != nil }
      && !variable.attributes.unconditional.contains { $0.baseName.hasSuffix("Actor") }
  }
}

extension ClosureExprSyntax {
  /// The only statement, where what it evaluates to is the closure's result.
  fileprivate func singleValue(returnsNothing: Bool) -> ExprSyntax? {
    guard let statement = statements.first, !statement.isCall(of: "fatalError"),
      let value = statements.singleValue
    else { return nil }
    let isCalledClosure =
      value.as(FunctionCallExprSyntax.self)?.calledExpression.is(ClosureExprSyntax.self) ?? false
    return !returnsNothing || isCalledClosure ? value : nil
  }
}

extension CodeBlockItemListSyntax {
  /// The only statement, where it is an expression, or an `if` or `switch` whose branches are.
  fileprivate var singleValue: ExprSyntax? {
    guard count == 1, let item = first?.item else { return nil }
    if let value = item.as(ExprSyntax.self) { return value }
    guard let value = item.as(ExpressionStmtSyntax.self)?.expression else { return nil }
    if let choice = value.as(IfExprSyntax.self) { return choice.hasValue ? value : nil }
    let cases = value.as(SwitchExprSyntax.self)?.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
    return cases?.allSatisfy { $0.statements.isValue } ?? false ? value : nil
  }

  fileprivate var isValue: Bool {
    singleValue != nil || count == 1 && first?.item.is(ThrowStmtSyntax.self) ?? false
  }
}

extension IfExprSyntax {
  /// Whether every branch is an expression.
  fileprivate var hasValue: Bool {
    guard body.statements.isValue, let elseBody else { return false }
    if let next = elseBody.as(IfExprSyntax.self) { return next.hasValue }
    return elseBody.as(CodeBlockSyntax.self)?.statements.isValue ?? false
  }
}
