import Foundation

/// The program as it was built, run as a child process.
struct Tool: Sendable {
  struct Result: Sendable {
    let status: Int32
    let output: String
    let error: String
  }

  struct NotBuilt: Error {
    let path: String
  }

  /// The data and home folder of the child, which sees nothing else of this environment.
  let folder: String

  func library(of user: String) -> String {
    "\(folder)/bookmarks/\(user).sqlite"
  }

  /// Runs the program to its end.
  ///
  /// - Parameter input: What it finds on standard input.
  func run(_ arguments: String..., input: Data = Data()) async throws -> Result {
    try await run(arguments, input: input)
  }

  func run(_ arguments: [String], input: Data = Data()) async throws -> Result {
    let id = UUID().uuidString
    let files = try ["in", "out", "err"].map { name in
      let path = "\(folder)/\(id).\(name)"
      try (name == "in" ? input : Data()).write(to: URL(fileURLWithPath: path))
      return path
    }
    let process = try process(arguments)
    process.standardInput = FileHandle(forReadingAtPath: files[0])
    process.standardOutput = FileHandle(forWritingAtPath: files[1])
    process.standardError = FileHandle(forWritingAtPath: files[2])
    let status = try await exitStatus(of: process)
    let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
    return Result(status: status, output: texts[1], error: texts[2])
  }

  /// A process that is not started.
  func process(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = try Self.executable
    process.arguments = arguments
    process.environment = ["XDG_DATA_HOME": folder, "HOME": folder, "TERM": "xterm"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    return process
  }

  /// Starts a process and waits for its end.
  func exitStatus(of process: Process) async throws -> Int32 {
    try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
  }

  /// The program lies beside the tests, in the folder that this configuration is built into.
  private static var executable: URL {
    get throws {
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      let place =
        tests.bundlePath.hasSuffix(".xctest") ? tests.bundleURL : Bundle.main.executableURL
      let executable = (place ?? URL(fileURLWithPath: CommandLine.arguments[0]))
        .deletingLastPathComponent().appendingPathComponent("bookmarks")
      guard FileManager.default.isExecutableFile(atPath: executable.path) else {
        throw NotBuilt(path: executable.path)
      }
      return executable
    }
  }
}
