internal import SwiftDiagnostics
internal import SwiftSyntax

extension Endpoint {
  /// Whether the written type may be that of a closure: it is one, or a name that can stand for one.
  var canBeClosure: Bool {
    if closure != nil { return true }
    let type = (type.withoutParentheses.optionalWrapped ?? type).withoutParentheses
    guard let name = type.lastComponent else { return false }
    return !Self.valueTypes.contains(name)
  }

  /// What keeps the endpoint from being written, and what could be better about it.
  func problems(macro: String, client: String?) -> [MacroDiagnostic] {
    let name = identifier.plainName
    if isSharedByThreads, !isSendable { return [.sharedEndpointIsNotSendable(self)] }
    if let value = binding.initializer?.value, defaultClosure == nil {
      let isUnimplemented =
        value.as(FunctionCallExprSyntax.self)?.calledExpression
        .as(DeclReferenceExprSyntax.self)?.baseName.text == "unimplemented"
      return [.defaultIsNoClosure(self, macro: macro)]
        + (isUnimplemented ? [.unimplementedIsWritten(value, macro: macro)] : [])
    }
    if fallback == nil { return [.endpointNeedsDefault(self, client: client)] }
    return stoppingStatement.map { [.defaultStops($0, name: name)] } ?? []
  }

  private var isSendable: Bool {
    guard let closure else { return true }
    return closure.attributes.contains {
      $0.baseName == "Sendable" || $0.baseName.hasSuffix("Actor")
    }
  }

  private static let valueTypes: Set<String> = [
    "Bool", "Character", "Date", "Double", "Float", "Int", "String", "UInt", "UUID", "Void",
  ]
}
