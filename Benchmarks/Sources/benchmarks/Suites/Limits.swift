/// How much an operation may cost, and how little it is meant to.
struct Limit: Sendable {
  /// What is held against the limit.
  enum Figure: Sendable {
    /// How many times its floors it costs.
    case ratio
    /// How many times another operation it costs.
    case baseline
    /// How many times as many operations two threads do as one: the more, the better.
    case twoThreads
    case bytes
  }

  let name: String
  let figure: Figure
  let limit: Double
  let aim: Double

  init(_ name: String, _ figure: Figure = .ratio, limit: Double, aim: Double) {
    self.name = name
    self.figure = figure
    self.limit = limit
    self.aim = aim
  }

  func holds(for figure: Double) -> Bool {
    if case .twoThreads = self.figure { figure >= limit } else { figure <= limit }
  }
}

enum Limits {
  static let limits = operations + twoThreads + sizes

  private static let operations = [
    Limit("read.keyPath.root", limit: 1.6, aim: 1.25),
    Limit("read.keyPath.override", limit: 1.6, aim: 1.25),
    Limit("read.keyPath.captured", limit: 2.0, aim: 1.5),
    Limit("read.keyPath.20overrides", .baseline, limit: 1.1, aim: 1.0),
    Limit("read.key.root", limit: 2.5, aim: 1.5),
    Limit("read.key.override", limit: 2.5, aim: 1.5),
    Limit("family.read", limit: 1.6, aim: 1.25),
    Limit("scope.enter", limit: 2.5, aim: 1.8),
    Limit("scope.enter.1000overrides", .baseline, limit: 2.5, aim: 1.5),
    Limit("scope.from", limit: 5, aim: 3),
    Limit("escaped.yield", limit: 2.0, aim: 1.3),
    Limit("model.create.8000alive", .baseline, limit: 1.5, aim: 1.0),
    Limit("container.transient", limit: 6, aim: 3),
    Limit("container.argument", limit: 6, aim: 3),
    Limit("container.singleton", limit: 4, aim: 2),
    Limit("container.graph5", limit: 6, aim: 3),
    Limit("injected.read", limit: 2, aim: 1),
  ]

  private static let twoThreads = [
    "read.keyPath.root", "read.keyPath.override", "read.keyPath.captured",
    "read.keyPath.20overrides", "read.key.root", "read.key.override", "family.read",
  ].map { Limit($0 + Measurement.twoThreadsSuffix, .twoThreads, limit: 1.7, aim: 1.95) }

  private static let sizes = [Limit("size.dependency", .bytes, limit: 40, aim: 40)]
}
