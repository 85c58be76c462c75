#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Whether the process runs tests. It is found out once, from the environment and the arguments of the process.
public let isTesting: Bool = TestProcess.isOne(
  arguments: CommandLine.arguments, hasVariable: { getenv($0) != nil })

enum TestProcess {
  static let variables = [
    "XCTestBundlePath", "XCTestBundleInjectPath", "XCTestConfigurationFilePath",
    "XCTestSessionIdentifier", "BAZEL_TEST",
  ]

  static func isOne(arguments: [String], hasVariable: (String) -> Bool) -> Bool {
    if variables.contains(where: hasVariable) { return true }
    return arguments.contains { argument in
      if argument == "--testing-library" { return true }
      let name = argument.split(separator: "/").last ?? ""
      return name == "swiftpm-testing-helper" || name == "xctest" || name.hasSuffix(".xctest")
    }
  }

  /// Whether the arguments ask for Swift Testing, so that work outside of any test has lost a Swift Testing test.
  static let runsSwiftTesting: Bool = {
    let arguments = CommandLine.arguments
    guard let option = arguments.firstIndex(of: "--testing-library") else { return false }
    return arguments.dropFirst(option + 1).first == "swift-testing"
  }()
}
