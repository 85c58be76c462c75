internal import SwiftSyntax

/// The key that an entry reads and writes.
struct EntryKey {
  let entry: Entry

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
    if let live = entry.liveValue { values.append(value("liveValue", live.trimmedDescription)) }
    if let preview = entry.previewValue {
      values.append(value("previewValue", preview.trimmedDescription))
    }
    if let test = entry.testValue {
      values.append(value("testValue", test.trimmedDescription))
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

  private func value(_ name: String, _ expression: String) -> String {
    guard entry.type == nil else { return computed(name, expression) }
    return
      "@DependenciesMacros._DependencyEntryDefaultValue \(memberAccess)static var \(name) = \(expression)"
  }

  private func computed(_ name: String, _ body: String) -> String {
    """
    \(memberAccess)static var \(name): Value {
    \(body.indented())
    }
    """
  }
}
