internal import SwiftSyntax

/// A closure property of a client, as it is written.
struct Endpoint {
  let variable: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let identifier: TokenSyntax
  let type: TypeSyntax

  /// `nil` where the type is only named: a type alias of a function type.
  let closure: ClosureType?

  /// Reads the property's first binding. A property without a name or a written type is no endpoint.
  init?(_ variable: VariableDeclSyntax) {
    guard let binding = variable.bindings.first,
      let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      let type = binding.typeAnnotation?.type
    else { return nil }
    self.variable = variable
    self.binding = binding
    self.identifier = identifier
    self.type = type
    self.closure = ClosureType(type)
  }

  /// What the closure does until it is overridden.
  enum Fallback {
    case throwUnimplemented
    case returnNothing
    case returnNil
    case run(ClosureExprSyntax)
    /// The compiler chooses from the type that the alias stands for.
    case chosenByType
  }

  /// The fallback, or `nil` where the program has to write one.
  var fallback: Fallback? {
    if binding.initializer != nil { return defaultClosure.map { .run($0) } }
    guard let closure else { return .chosenByType }
    switch (closure.errors, closure.result) {
    case (.any, _): return .throwUnimplemented
    case (.typed, _): return nil
    case (.none, .nothing): return .returnNothing
    case (.none, .optional): return .returnNil
    case (.none, .value): return nil
    }
  }

  /// The closure literal that is the property's initial value.
  var defaultClosure: ClosureExprSyntax? {
    var value = binding.initializer?.value
    while let tuple = value?.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first, element.label == nil
    {
      value = element.expression
    }
    return value?.as(ClosureExprSyntax.self)
  }

  /// The call of `fatalError` that is all the default does.
  var stoppingStatement: CodeBlockItemSyntax? {
    guard let statements = defaultClosure?.statements, statements.count == 1,
      let statement = statements.first, statement.isCall(of: "fatalError")
    else { return nil }
    return statement
  }

  var storageName: String { identifier.prefixed("_") }

  /// The first parameter that has a label for callers.
  var hasLabels: Bool {
    closure?.parameters.contains { $0.secondName != nil } ?? false
  }

  var observers: AccessorBlockSyntax? {
    binding.hasGetter ? nil : binding.accessorBlock
  }
}

extension CodeBlockItemSyntax {
  func isCall(of name: String) -> Bool {
    guard let call = item.as(FunctionCallExprSyntax.self) else { return false }
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
      return member.declName.baseName.text == name
        && member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "Swift"
    }
    return call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == name
  }
}

extension PatternBindingSyntax {
  /// Whether the property is computed: it has a getter, written out or not.
  var hasGetter: Bool {
    guard let accessorBlock else { return false }
    guard let accessors = accessorBlock.accessors.as(AccessorDeclListSyntax.self) else {
      return true
    }
    return accessors.contains { !["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}
