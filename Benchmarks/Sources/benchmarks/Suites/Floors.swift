/// What injection cannot do without, in plain Swift.
enum Floors {
  static let benchmarks = [loop, taskLocal, keyPath, keyPathArgument, withValue, factory]

  /// The empty loop, which every figure is without.
  static let loop = Benchmark("floor.loop") { run in
    run.measure { 0 }
  }

  private static let taskLocal = Benchmark("floor.taskLocal", runsOnTwoThreads: true) { run in
    run.measure { Current.$values.wrappedValue }
  }

  private static let keyPath = Benchmark("floor.keyPath", runsOnTwoThreads: true) { run in
    let values = opaque(PlainValues(stored: 42))
    let reader = PlainReader(keyPath: opaque(\.number))
    return run.measure { values[keyPath: reader.keyPath] }
  }

  private static let keyPathArgument = Benchmark(
    "floor.keyPathArgument", runsOnTwoThreads: true
  ) { run in
    let values = opaque(PlainValues(stored: 42))
    let reader = PlainReader(keyPath: opaque(\.family[.second]))
    return run.measure { values[keyPath: reader.keyPath] }
  }

  private static let withValue = Benchmark("floor.withValue") { run in
    let values = CurrentValues(reference: opaque(Reference()))
    return run.measure { Current.$values.withValue(values) { consume(0) } }
  }

  private static let factory = Benchmark("floor.factory", runsOnTwoThreads: true) { run in
    let makeService: () -> any PlainService = opaque({ PlainServiceObject() })
    return run.measure { makeService() }
  }
}

private final class Reference: Sendable {}

/// The shape that any library of this kind has to read: a reference that is nil where nothing is overridden.
private struct CurrentValues: Sendable {
  var reference: Reference?
}

private enum Current {
  @TaskLocal static var values = CurrentValues()
}

private struct PlainValues {
  var stored: Int

  var number: Int {
    get { stored }
    set { stored = newValue }
  }

  var family: PlainFamily {
    get { PlainFamily(stored: stored) }
    set { stored = newValue.stored }
  }
}

private struct PlainFamily {
  enum Argument { case first, second }

  var stored: Int

  subscript(argument: Argument) -> Int {
    get { argument == .first ? 0 : stored }
    set { stored = argument == .first ? 0 : newValue }
  }
}

private final class PlainReader {
  let keyPath: WritableKeyPath<PlainValues, Int>

  init(keyPath: WritableKeyPath<PlainValues, Int>) { self.keyPath = keyPath }
}

private protocol PlainService {}

private final class PlainServiceObject: PlainService {}
