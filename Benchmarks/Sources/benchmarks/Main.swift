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
    if case .help = options.mode {
      print(Options.help)
      return
    }
    @Dependency(\.context) var context
    guard context == .live else {
      throw Refusal(description: "the context is \(context); it must be live")
    }
    let benchmarks = Suites.benchmarks(matching: options.filter)
    let sizes = Suites.sizes.filter { size in options.filter.map(size.name.contains) ?? true }
    guard !benchmarks.isEmpty || !sizes.isEmpty else {
      throw Options.UsageError(description: "nothing has a name like '\(options.filter ?? "")'")
    }
    if case .mark(let short, let long) = options.mode {
      mark(benchmarks, short, long)
      return
    }
    let samples = try Sampling(benchmarks: benchmarks, repetitions: options.repetitions).samples()
    let measurements = Measurement.all(of: benchmarks, sizes: sizes, from: samples)
    switch options.format {
    case .text: print(TextReport(measurements).text)
    case .json: print(try JSONReport(measurements).text)
    case .svg: print(SVGReport(measurements).text)
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
