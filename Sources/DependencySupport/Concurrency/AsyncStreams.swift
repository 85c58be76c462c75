extension AsyncStream {
  /// A stream of another sequence's elements, which hides the sequence's type.
  ///
  /// The sequence is asked for an element when the stream is, so nothing is buffered. The stream ends when the sequence
  /// ends or throws.
  ///
  /// - Parameter sequence: The sequence. It is iterated once the first element is asked for.
  public init<S: AsyncSequence>(_ sequence: S) where S.Element == Element, S: Sendable {
    let pull = Pull(sequence)
    self.init { try? await pull.next() }
  }

  /// A stream that emits nothing and ends only when its consumer is cancelled.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream that has ended.
  public static var finished: Self {
    Self { $0.finish() }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// A stream of another sequence's elements, which hides the sequence's type.
  ///
  /// The sequence is asked for an element when the stream is, so nothing is buffered. The stream throws what the sequence
  /// throws.
  ///
  /// - Parameter sequence: The sequence. It is iterated once the first element is asked for.
  public init<S: AsyncSequence>(_ sequence: S) where S.Element == Element, S: Sendable {
    let pull = Pull(sequence)
    self.init { try await pull.next() }
  }

  /// A stream that emits nothing and ends only when its consumer is cancelled.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream that has ended.
  ///
  /// - Parameter error: The error that it ends with, if any.
  /// - Returns: The stream.
  public static func finished(throwing error: Failure? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }
}

extension AsyncSequence {
  /// This sequence as a stream that ends where the sequence throws.
  ///
  /// - Returns: The stream.
  public func eraseToStream() -> AsyncStream<Element> where Self: Sendable {
    AsyncStream(self)
  }

  /// This sequence as a stream that throws what the sequence throws.
  ///
  /// - Returns: The stream.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error>
  where Self: Sendable {
    AsyncThrowingStream(self)
  }
}

/// The iterator of a sequence, made when the first element is asked for.
///
/// Sendable because a stream asks for one element at a time.
private final class Pull<Base: AsyncSequence & Sendable>: @unchecked Sendable {
  private let base: Base
  private var iterator: Base.AsyncIterator?

  init(_ base: Base) {
    self.base = base
  }

  func next() async throws -> Base.Element? {
    var iterator = self.iterator ?? base.makeAsyncIterator()
    defer { self.iterator = iterator }
    return try await iterator.next()
  }
}
