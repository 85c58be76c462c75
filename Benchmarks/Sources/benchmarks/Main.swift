import Dependencies
import Foundation

@main
enum Main {
  static func main() {
    do {
      try run(Options(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
      exit(error is Options.UsageError ? 2 : 1)
    }
  }

  private struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  private static func run(_ options: Options) throws {
    switch options.mode {
    case .help: print(Options.help)
    case .mark(let short, let long): mark(try benchmarks(of: options), short, long)
    case .read(let path):
      let measurements: [Measurement] = try decoded(path)
      try report(
        measurements.filter { measurement in
          options.filter.map(measurement.name.contains) ?? true
        }, options)
    case .time:
      let benchmarks = try benchmarks(of: options)
      let progress = Progress(of: options.repetitions)
      let samples = try Sampling(benchmarks: benchmarks, repetitions: options.repetitions)
        .samples(progress: progress.show)
      progress.clear()
      let sizes = Suites.sizes.filter { size in options.filter.map(size.name.contains) ?? true }
      try report(Measurement.all(of: benchmarks, sizes: sizes, from: samples), options)
    }
  }

  private static func benchmarks(of options: Options) throws -> [Benchmark] {
    @Dependency(\.context) var context
    guard context == .live else {
      throw Refusal(description: "the context is \(context); it must be live")
    }
    let benchmarks = Suites.benchmarks(matching: options.filter)
    guard
      !benchmarks.isEmpty
        || Suites.sizes.contains(where: { $0.name.contains(options.filter ?? "") })
    else {
      throw Options.UsageError(description: "nothing has a name like '\(options.filter ?? "")'")
    }
    return benchmarks
  }

  private static func report(_ measurements: [Measurement], _ options: Options) throws {
    switch options.format {
    case .text: print(TextReport(measurements).text)
    case .json: print(try JSONReport(measurements).text)
    case .svg: print(SVGReport(measurements).text)
    case .markdown:
      let counts: [InstructionCount] = try options.instructions.map(decoded) ?? []
      print(LimitsReport(measurements, counts).text)
    }
  }

  private static func decoded<Value: Decodable>(_ path: String) throws -> Value {
    do {
      return try JSONDecoder().decode(
        Value.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw Refusal(description: "'\(path)' cannot be read: \(error)")
    }
  }

  /// Prints a line for each pair of marks: the name, the number of operations, and the names of the floors.
  private static func mark(_ benchmarks: [Benchmark], _ short: Int, _ long: Int) {
    for benchmark in benchmarks {
      for count in [short, short, long] {
        _ = benchmark.body(Run(count: count, start: .marked))
        let floors = benchmark.floors.joined(separator: "+")
        print(benchmark.name, count, floors.isEmpty ? "-" : floors, benchmark.baseline ?? "-")
      }
    }
  }
}
