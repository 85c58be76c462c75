internal import SwiftSyntax

/// The key that an entry reads and writes.
struct EntryKey {
  let entry: Entry

  /// Lets the compiler report what is wrong with an expression where the program has written it.
  let located: (_ text: String, _ expression: ExprSyntax) -> String

  var text: String {
    let access = entry.access?.rawValue ?? "private"
    let availability = entry.variable.attributes.unconditional
      .filter { $0.baseName == "available" }
      .map { $0.trimmedDescription + "\n" }
      .joined()
    let conformance =
      entry.liveValue == nil
      ? "DependenciesMacros._TestDependencyKey" : "DependenciesMacros._DependencyKey"
    let members = ([valueType] + values).compactMap(\.self).joined(separator: "\n")
    return """
      \(availability)\(access) nonisolated enum \(entry.keyName): \(conformance) {
      \(members.indented())
      }
      """
  }

  private var memberAccess: String { entry.access?.prefix ?? "" }

  private var valueType: String? {
    entry.type.map { "\(memberAccess)typealias Value = \($0.trimmedDescription)" }
  }

  private var values: [String] {
    var values: [String] = []
    if let live = entry.liveValue { values.append(value("liveValue", live)) }
    if let preview = entry.previewValue {
      values.append(value("previewValue", preview))
    }
    if let test = entry.testValue {
      values.append(value("testValue", test))
    } else if entry.liveValue == nil {
      values.append(
        computed(
          "testValue",
          """
          DependenciesMacros._reportMissingTestValue("\(entry.identifier.plainName)")
          return previewValue
          """))
    }
    return values
  }

  private func value(_ name: String, _ expression: ExprSyntax) -> String {
    let text = expression.trimmedDescription
    guard entry.type == nil else { return computed(name, located(text, expression)) }
    return located(
      """
      @DependenciesMacros._DependencyEntryDefaultValue \(memberAccess)static var \(name) = \(text)
      """, expression)
  }

  private func computed(_ name: String, _ body: String) -> String {
    """
    \(memberAccess)static var \(name): Value {
    \(body.indented())
    }
    """
  }
}
