/// A whole value that is being written through a key path.
///
/// Writing through the key path of a property calls the property's getter first, which would make the default value that is
/// about to be replaced. While the write is under way, the getter is handed the value itself.
///
/// Sendable because it is made, read and dropped by one synchronous write.
final class PendingOverride: @unchecked Sendable {
  private let value: Any

  private init(_ value: Any) {
    self.value = value
  }

  @TaskLocal private static var current: PendingOverride?

  /// The pending value, if it is of the type that is asked for.
  static func value<Value>(as type: Value.Type) -> Value? {
    current.flatMap { $0.value as? Value }
  }

  static func write<Value>(
    _ value: Value, to keyPath: WritableKeyPath<DependencyValues, Value>,
    of values: inout DependencyValues
  ) {
    guard isProperty(keyPath) else {
      values[keyPath: keyPath] = value
      return
    }
    $current.withValue(PendingOverride(value)) { values[keyPath: keyPath] = value }
  }

  /// Whether a key path leads to a property of the values, not to a part of one.
  ///
  /// Its description writes a dot before each component, and what else may contain a dot in brackets of some kind.
  private static func isProperty(_ keyPath: AnyKeyPath) -> Bool {
    var depth = 0
    var components = 0
    for character in keyPath.debugDescription {
      switch character {
      case "<", "(", "[": depth += 1
      case ">" where depth > 0: depth -= 1
      case ")", "]": depth -= 1
      case "." where depth == 0: components += 1
      default: break
      }
    }
    return components == 1
  }
}

extension DependencyValues {
  /// Overrides a value by its key path. Of a whole value, the one that it replaces is not made.
  package mutating func override<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>, with value: Value
  ) {
    PendingOverride.write(value, to: keyPath, of: &self)
  }
}
