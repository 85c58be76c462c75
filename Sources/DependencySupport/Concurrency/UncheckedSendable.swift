/// A value that crosses concurrency domains on the word of whoever wraps it.
///
/// Sendable only by promise: wrap a value that is used from one place at a time, or that is safe although the compiler
/// cannot see it.
@dynamicMemberLookup
@propertyWrapper
public struct UncheckedSendable<Value>: @unchecked Sendable {
  /// The value.
  public var value: Value

  /// Wraps a value.
  ///
  /// - Parameter value: The value.
  public init(_ value: Value) {
    self.value = value
  }

  /// Wraps a value.
  ///
  /// - Parameter wrappedValue: The value.
  public init(wrappedValue: Value) {
    value = wrappedValue
  }

  /// The value.
  public var wrappedValue: Value {
    _read { yield value }
    _modify { yield &value }
  }

  /// The wrapper itself, to be passed to another domain.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// A part of the value.
  public subscript<Subject>(dynamicMember keyPath: KeyPath<Value, Subject>) -> Subject {
    value[keyPath: keyPath]
  }

  /// A part of the value that can be changed.
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Subject {
    _read { yield value[keyPath: keyPath] }
    _modify { yield &value[keyPath: keyPath] }
  }
}

extension UncheckedSendable: AsyncSequence where Value: AsyncSequence {
  public typealias Element = Value.Element
  public typealias AsyncIterator = Value.AsyncIterator

  public func makeAsyncIterator() -> Value.AsyncIterator {
    value.makeAsyncIterator()
  }
}

extension UncheckedSendable: Equatable where Value: Equatable {}

extension UncheckedSendable: Hashable where Value: Hashable {}

extension UncheckedSendable: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    do {
      value = try decoder.singleValueContainer().decode(Value.self)
    } catch {
      value = try Value(from: decoder)
    }
  }
}

extension UncheckedSendable: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
