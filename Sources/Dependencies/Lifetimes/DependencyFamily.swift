import DependencySupport

/// A dependency that takes an argument: one value for each argument, made at its first read.
///
/// ```swift
/// private enum ActivityKey: DependencyKey {
///   static var liveValue: DependencyFamily<Category, Activity> {
///     DependencyFamily { category in Activity(category) }
///   }
/// }
///
/// extension DependencyValues {
///   var activity: DependencyFamily<Category, Activity> {
///     get { self[ActivityKey.self] }
///     set { self[ActivityKey.self] = newValue }
///   }
/// }
///
/// @Dependency(\.activity[.recreational]) var activity
/// withDependencies { $0.activity[.recreational] = .mock } operation: { … }
/// ```
///
/// Copies share the members that they make. A member that is set belongs to the copy that it is set in, so an override stays in
/// its scope; it beats what the family would make, until the whole family is set. A member that was made while something that it
/// read was overridden is seen only where that override holds.
///
/// `==` and `hash(into:)` of arguments are called with a lock of the family held, and must not read dependencies. A read of a
/// member that exists takes no lock where members are kept forever; it costs the argument's hash and a look-up.
///
/// A key whose value is a closure of the argument works as well, but makes a new value at each call and has no member to
/// override.
public struct DependencyFamily<Argument: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline let members: FamilyReference<Argument, Value>
  @usableFromInline var set: [Argument: Value]?

  /// A family.
  ///
  /// - Parameters:
  ///   - retention: How long a member is kept.
  ///   - create: Makes the member of an argument. It may read dependencies and other families, and runs once for each member,
  ///     however many threads want it; nobody waits for another argument's.
  ///   - fileID: Named as the place of a read that has no `@Dependency`. The default is the caller's.
  ///   - filePath: The same as a path.
  ///   - line: The same as a line.
  ///   - column: The same as a column.
  public init(
    retention: Retention = .forever, create: @escaping @Sendable (Argument) -> Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    members = .counted(
      FamilyMembers(
        retention: retention, create: create,
        location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// How long a family keeps a member.
  public enum Retention: Sendable {
    /// As long as the family.
    case forever
    /// As long as somebody else holds it. Only objects can be kept so; other values are made at each read, with one issue.
    case weak
    /// Not at all: it is made at each read.
    case transient
    /// Until so many others were read since. It must be at least one.
    case leastRecentlyUsed(limit: Int)
  }
}

/// Another name of ``DependencyFamily``, with the value first.
public typealias DependencyValueContainer<Value: Sendable, Argument: Hashable & Sendable> =
  DependencyFamily<Argument, Value>

/// What the copies of a family share, counted or kept for good.
///
/// Threads that read one family copy it, and would hold each other up if that changed a count. Sendable because what `kept` refers
/// to is never freed.
@usableFromInline
enum FamilyReference<Argument: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  case counted(FamilyMembers<Argument, Value>)
  case kept(Unmanaged<FamilyMembers<Argument, Value>>)

  @inlinable @inline(__always)
  func value(for argument: Argument) -> Value {
    switch self {
    case .counted(let members):
      members.published(argument) ?? members.value(for: argument)
    case .kept(let members):
      members._withUnsafeGuaranteedRef { $0.published(argument) ?? $0.value(for: argument) }
    }
  }

  var object: FamilyMembers<Argument, Value> {
    switch self {
    case .counted(let members): members
    case .kept(let members): members.takeUnretainedValue()
    }
  }
}

extension DependencyFamily: PermanentValue {
  var keptForGood: DependencyFamily {
    guard case .counted(let members) = members else { return self }
    return DependencyFamily(members: .kept(Unmanaged.passRetained(members)), set: set)
  }

  private init(members: FamilyReference<Argument, Value>, set: [Argument: Value]?) {
    self.members = members
    self.set = set
  }
}

// MARK: - Reading and overriding

extension DependencyFamily {
  /// The member of an argument. Setting it overrides it in this copy alone.
  ///
  /// - Parameter argument: Which member.
  @inlinable
  public subscript(argument: Argument) -> Value {
    get {
      if let set, let index = set.index(forKey: argument) { return set.values[index] }
      return members.value(for: argument)
    }
    set {
      if set == nil { set = [:] }
      set?.updateValue(newValue, forKey: argument)
    }
  }

  /// The member of an argument.
  ///
  /// - Parameter argument: Which member.
  /// - Returns: The member that was set, else the one that was made, which is made now if need be.
  public func callAsFunction(_ argument: Argument) -> Value { self[argument] }
}

// MARK: - Letting go

extension DependencyFamily {
  /// Lets go of a member that was made; the next read makes a new one. Members that were set stay.
  ///
  /// - Parameter argument: Which member.
  public func evict(_ argument: Argument) { members.object.evict(argument) }

  /// Lets go of all members that were made.
  public func evictAll() { members.object.evictAll() }
}

// MARK: - Tests

extension DependencyFamily {
  /// A family whose members are issues: each read says that it was not expected, with the family's name and the argument.
  ///
  /// - Parameters:
  ///   - name: The name of the family, for the message.
  ///   - placeholder: Makes what a read returns, so that the test goes on.
  /// - Returns: The family.
  public static func unimplemented(
    _ name: String, placeholder: @escaping @Sendable (Argument) -> Value
  ) -> Self {
    Self(retention: .transient) { argument in
      reportIssue("Unimplemented: \(name)[\(String(reflecting: argument))]")
      return placeholder(argument)
    }
  }
}
