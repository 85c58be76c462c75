import DependencySupport

/// Says why a dependency has the value that it has.
///
/// ```swift
/// print(explainDependency(\.date))
/// // DateGenerator
/// //   overridden at FeatureTests/FeatureTests.swift:21
/// //   shadowed: overridden at FeatureTests/FeatureTests.swift:14
/// //   shadowed: default of the test context
/// ```
public struct DependencyExplanation: Sendable, CustomStringConvertible {
  /// Where a value comes from, or would come from if nothing hid it.
  public struct Origin: Sendable, CustomStringConvertible {
    /// What put the value there.
    public enum Kind: Sendable, Equatable {
      /// An override of a scope.
      case overridden
      /// `prepareDependencies`.
      case prepared
      /// A default that was made in the scope of this name.
      case createdInScope(String)
      /// A default that is made for each read alone, because no instance of the scope of this name is open.
      case outsideOfScope(String)
      /// A default that was made while something that it read was overridden.
      case createdUnderOverrides
      /// The default of a context.
      case defaultValue(DependencyContext)
    }

    /// What put the value there.
    public let kind: Kind
    /// The file of the place, as `#fileID`, where there is one.
    public let fileID: String?
    /// The line of the place, where there is one.
    public let line: UInt?

    init(_ kind: Kind, at location: SourceLocation?) {
      self.kind = kind
      fileID = location.map { "\($0.fileID)" }
      line = location?.line
    }

    /// A line of text.
    public var description: String {
      let place = fileID.flatMap { file in line.map { " at \(file):\($0)" } } ?? ""
      switch kind {
      case .overridden: return "overridden\(place)"
      case .prepared: return "prepared\(place)"
      case .createdInScope(let name): return "created in scope '\(name)'\(place)"
      case .outsideOfScope(let name): return "made for each read, since scope '\(name)' is not open"
      case .createdUnderOverrides: return "created under overrides\(place)"
      case .defaultValue(let context):
        return "default of the \(context) context\(place.isEmpty ? "" : ", created\(place)")"
      }
    }
  }

  /// A key that was read.
  public struct Dependency: Sendable {
    /// The key's type.
    public let key: String
    /// The type of its values.
    public let valueType: String
    /// Where the value comes from, then what that hides, innermost first.
    public let origins: [Origin]
  }

  /// The type of the value that is explained.
  public let valueType: String
  /// The keys that it was read from, in the order of their first reads.
  public let dependencies: [Dependency]

  /// The type of the value, then a line for each origin.
  public var description: String {
    var lines = [valueType]
    for dependency in dependencies {
      let isAlone = dependencies.count == 1
      if !isAlone { lines.append("  \(dependency.key): \(dependency.valueType)") }
      for (index, origin) in dependency.origins.enumerated() {
        lines.append("\(isAlone ? "  " : "    ")\(index == 0 ? "" : "shadowed: ")\(origin)")
      }
    }
    return lines.joined(separator: "\n")
  }
}

/// Says why a dependency has the value that it has in the running scope.
///
/// The property is read with issues silenced; a default that does not exist yet is created, as a read would.
///
/// - Parameters:
///   - keyPath: The way to the value, or to a part of it.
///   - fileID: Named as the place of the read, where it is the first one. The default is the caller's.
///   - filePath: The same as a path.
///   - line: The same as a line.
///   - column: The same as a column.
/// - Returns: The explanation, with every key that the property reads.
public func explainDependency<Value>(
  _ keyPath: KeyPath<DependencyValues, Value>,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> DependencyExplanation {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return explain(typeName(Value.self), at: location) { values in
    let _: Value = ReadFrame(
      bound: values.storage.map(Unmanaged.passUnretained), values: BorrowedValues(values),
      declaration: location
    ).read(keyPath)
  }
}

/// Says why a dependency has the value that it has in the running scope.
///
/// The key is read with issues silenced; a default that does not exist yet is created, as a read would.
///
/// - Parameters:
///   - key: The key.
///   - fileID: Named as the place of the read, where it is the first one. The default is the caller's.
///   - filePath: The same as a path.
///   - line: The same as a line.
///   - column: The same as a column.
/// - Returns: The explanation.
public func explainDependency<Key: TestDependencyKey>(
  _ key: Key.Type,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> DependencyExplanation {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  return explain(typeName(Key.Value.self), at: location) { values in
    _ = values.resolve(key, property: nil, declaration: location, location: location)
  }
}

private func explain(
  _ valueType: String, at location: SourceLocation, read: (DependencyValues) -> Void
) -> DependencyExplanation {
  let base = DependencyValues.seen.merged
  let trace = ReadTrace()
  let recorder = Recorder(
    cell: AnyValueCell(keyType: DependencyExplanation.self, valueType: Void.self, context: .live),
    subject: ReadSubject(property: nil, declaration: nil, location: location), base: base,
    trace: trace)
  let values = DependencyValues(
    storage: base?.recording(recorder) ?? ValuesStorage(cache: nil, recorder: recorder))
  DependencyValues.$_current.withValue(values) {
    withIssueReporters([]) { read(values) }
  }
  _ = recorder.finish()
  let seen = DependencyValues(storage: base)
  return DependencyExplanation(
    valueType: valueType, dependencies: trace.keys.map { seen.dependency($0) })
}

extension DependencyValues {
  fileprivate func dependency<Key: TestDependencyKey>(
    _ key: Key.Type
  ) -> DependencyExplanation.Dependency {
    let id = UInt(bitPattern: ObjectIdentifier(key))
    var origins: [DependencyExplanation.Origin] = []
    if let override = findOverride(id) {
      origins.append(.init(.overridden, at: override.location))
      var shadowed = override.shadowed
      while let place = shadowed {
        origins.append(.init(.overridden, at: place.location))
        shadowed = place.next
      }
    }
    let tables = cache.tables
    let context = setContext ?? tables.context
    var cell: AnyValueCell? = tables.table(for: context).find(id)
    if let scope = (key as? any ScopedDependencyKey.Type)?.scope, cell?.origin == nil {
      cell = nil
      if let own = instance(of: scope)?.contents?.table(for: context) {
        if let created = own.find(id),
          let origin = ownedValue(of: created)?.origin ?? created.origin
        {
          origins.append(.init(.createdInScope(scope.name), at: origin.location))
        }
      } else {
        origins.append(.init(.outsideOfScope(scope.name), at: nil))
      }
    }
    if let cell, let owned = ownedValue(of: cell) {
      origins.append(.init(.createdUnderOverrides, at: owned.origin.location))
    }
    if let origin = cell?.origin, origin.kind == .prepared {
      origins.append(.init(.prepared, at: origin.location))
    }
    origins.append(
      .init(
        .defaultValue(context), at: cell?.origin.flatMap { $0.kind == .created ? $0.location : nil }
      ))
    return .init(key: typeName(key), valueType: typeName(Key.Value.self), origins: origins)
  }
}
