import DependencySupport

/// What is said where a key's default value is not what the reader should have.
struct DefaultValueDescription {
  var subject: String
  var override: String
  var details: String

  init<Key: TestDependencyKey>(_ key: Key.Type, for read: ReadSubject?) {
    let name = typeName(key)
    if let property = read?.property {
      subject = "@Dependency(\\.\(property))"
      override = "'\(property)'"
    } else if read != nil {
      subject = "@Dependency(\(name).self)"
      override = "'\(name).self'"
    } else {
      subject = "A dependency"
      override = "the dependency"
    }
    details = ""
    if let declaration = read?.declaration {
      details += "\n  Location:\n    \(declaration)"
    }
    if ObjectIdentifier(key) == ObjectIdentifier(Key.Value.self) {
      details += "\n  Dependency:\n    \(typeName(Key.Value.self))"
    } else {
      details += "\n  Key:\n    \(name)\n  Value:\n    \(typeName(Key.Value.self))"
    }
  }
}

enum MissingTestValue {
  /// Reports that a key without a test value of its own was read in a test; while a part of the value is being overridden,
  /// keeps that for the first ordinary read.
  static func report<Key: DependencyKey>(_ key: Key.Type) {
    let recorder = DependencyValues._current.storage?.recorder
    let isOwn = recorder.map { ObjectIdentifier($0.cell.keyType) == ObjectIdentifier(key) } ?? false
    let read = isOwn ? recorder?.subject : nil
    let description = DefaultValueDescription(key, for: read)
    let message = """
      \(description.subject) has no test value, but was read in a test.
      \(description.details)

      Live values are not used in tests unless a test asks for them. Override \(description.override) with \
      'withDependencies' or with a trait of the test, or give \(typeName(key)) a 'testValue'.
      """
    let issue: @Sendable (SourceLocation) -> Void = { location in
      location.report(
        message)
    }
    if UpdateFrame.current != nil {
      if isOwn { recorder?.holdBack(issue) }
      return
    }
    issue(
      read?.location
        ?? SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }
}

enum MissingLiveValue {
  private static let reported = Reported()

  /// The keys that were reported already: a missing value is said once.
  ///
  /// Sendable because the set is under the lock.
  private final class Reported: @unchecked Sendable {
    private let lock = Lock()
    private var keys: Set<ObjectIdentifier> = []

    func insert(_ key: Any.Type) -> Bool {
      lock.withLock { keys.insert(ObjectIdentifier(key)).inserted }
    }
  }

  static func report<Key: TestDependencyKey>(_ key: Key.Type, for read: ReadSubject) {
    guard reported.insert(key) else { return }
    let description = DefaultValueDescription(key, for: read)
    let location = read.location
    location.report(
      """
      \(description.subject) has no live value, but was read in a live context.
      \(description.details)

      Conform \(typeName(key)) to 'DependencyKey' and link the module with the conformance, or override \
      \(description.override) with 'withDependencies' where the program starts.
      """)
  }
}
