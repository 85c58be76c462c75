// swift-tools-version: 6.1

import CompilerPluginSupport
import PackageDescription

#if canImport(Darwin)
  import MachO
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The folder in which the toolchain that runs this manifest keeps its own swift-syntax, or `nil` where it must come
/// as a package: SwiftPM refuses unsafe flags in a package that was fetched by version.
let swiftSyntaxHost: String? = {
  switch Context.environment["GRAFT_SWIFT_SYNTAX"] {
  case "toolchain": break
  case "package": return nil
  default:
    let folder = Context.packageDirectory
    if folder == "/" || folder.contains("/checkouts/") { return nil }
  }
  // The library that this manifest is linked with lies in <toolchain>/usr/lib/swift/pm/ManifestAPI.
  var loaded: [String] = []
  #if canImport(Darwin)
    let library = "/pm/ManifestAPI/libPackageDescription.dylib"
    loaded = (0..<_dyld_image_count()).compactMap {
      _dyld_get_image_name($0).map(String.init(cString:))
    }
  #else
    let library = "/pm/ManifestAPI/libPackageDescription.so"
    guard let maps = fopen("/proc/self/maps", "r") else { return nil }
    defer { fclose(maps) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, maps) > 0, let bytes = line {
      let text = String(cString: bytes)
      if let start = text.firstIndex(of: "/") { loaded.append(String(text[start...].dropLast())) }
    }
  #endif
  guard let path = loaded.first(where: { $0.hasSuffix(library) }) else { return nil }
  let host = path.dropLast(library.count) + "/host"
  return access(host + "/SwiftSyntax.swiftmodule", R_OK) == 0 ? String(host) : nil
}()

/// What a target that imports these modules of swift-syntax needs.
func swiftSyntax(
  _ modules: String...
) -> (dependencies: [Target.Dependency], swift: [SwiftSetting], linker: [LinkerSetting]) {
  guard let host = swiftSyntaxHost else {
    // The package keeps what a plugin needs to talk to the compiler behind another module.
    let products = modules.map {
      $0 == "SwiftCompilerPluginMessageHandling" ? "SwiftCompilerPlugin" : $0
    }
    let dependencies = products.map {
      Target.Dependency.product(
        name: $0, package: "swift-syntax", condition: .when(traits: ["Macros"]))
    }
    return (dependencies, [], [])
  }
  let libraries = modules.map { "-l\($0)" }
  return (
    [],
    [.unsafeFlags(["-I", host])],
    [.unsafeFlags(["-L", host] + libraries + ["-Xlinker", "-rpath", "-Xlinker", host])]
  )
}

let graphSyntax = swiftSyntax("SwiftSyntax", "SwiftParser")

let macroSyntax = swiftSyntax(
  "SwiftSyntax", "SwiftParser", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftDiagnostics",
  "SwiftCompilerPluginMessageHandling")
let macroTestSyntax = swiftSyntax(
  "SwiftSyntax", "SwiftParser", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftDiagnostics",
  "SwiftSyntaxMacroExpansion")

let package = Package(
  name: "graft",
  platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6)],
  products: [
    .library(name: "Dependencies", targets: ["Dependencies"]),
    .library(name: "DependenciesMacros", targets: ["DependenciesMacros"]),
    .library(name: "DependencyContainer", targets: ["DependencyContainer"]),
    .library(name: "DependenciesTestSupport", targets: ["DependenciesTestSupport"]),
    .library(name: "DependencyGraph", targets: ["DependencyGraph"]),
    .executable(name: "graft", targets: ["graft"]),
    .plugin(name: "GraftCommand", targets: ["GraftCommand"]),
    .plugin(name: "GraftCheck", targets: ["GraftCheck"]),
  ],
  traits: [
    .trait(
      name: "SupportExports",
      description: "`import Dependencies` also shows the names of DependencySupport."),
    .trait(
      name: "Foundation",
      description: "The values that need Foundation: date, uuid, calendar, locale, time zone."),
    .trait(
      name: "FoundationNetworking",
      description: "The value that needs networking: urlSession.",
      enabledTraits: ["Foundation"]),
    .trait(
      name: "Macros",
      description: """
        The macros, and the checker: where this package comes from a URL, swift-syntax is fetched for them.
        """),
    .default(enabledTraits: ["SupportExports", "Foundation", "FoundationNetworking", "Macros"]),
  ],
  dependencies: swiftSyntaxHost == nil
    ? [.package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"605.0.0")] : [],
  targets: [
    .target(name: "CDependencyAtomics"),
    .target(name: "DependencySupport", dependencies: ["CDependencyAtomics"]),
    .target(name: "Dependencies", dependencies: ["CDependencyAtomics", "DependencySupport"]),
    .target(
      name: "DependenciesMacros",
      dependencies: ["Dependencies", "DependenciesMacrosPlugin", "DependencySupport"]),
    .macro(
      name: "DependenciesMacrosPlugin", dependencies: macroSyntax.dependencies,
      swiftSettings: macroSyntax.swift,
      linkerSettings: macroSyntax.linker),
    .target(
      name: "DependenciesTestSupport", dependencies: ["Dependencies", "DependencySupport"]),
    .target(
      name: "DependencyGraph", dependencies: graphSyntax.dependencies,
      swiftSettings: graphSyntax.swift,
      linkerSettings: graphSyntax.linker),
    .executableTarget(
      name: "graft", dependencies: ["DependencyGraph"], swiftSettings: graphSyntax.swift),
    .plugin(
      name: "GraftCommand",
      capability: .command(
        intent: .custom(verb: "graft", description: "Check and draw who needs what.")),
      dependencies: ["graft"]),
    .plugin(name: "GraftCheck", capability: .buildTool(), dependencies: ["graft"]),
    .testTarget(
      name: "DependencyGraphTests", dependencies: ["DependencyGraph"],
      exclude: ["Fixtures", "Stored"], swiftSettings: graphSyntax.swift),
    .target(
      name: "DependencyContainer",
      dependencies: ["CDependencyAtomics", "Dependencies", "DependencySupport"]),
    .testTarget(
      name: "DependencyContainerTests",
      dependencies: [
        "DependencyContainer", "Dependencies", "DependenciesTestSupport", "DependencySupport",
      ]),
    .testTarget(
      name: "DependencySupportTests", dependencies: ["DependencySupport"]),
    .testTarget(
      name: "DependenciesMacrosTests",
      dependencies: ["DependenciesMacros", "DependenciesMacrosPlugin"]
        + macroTestSyntax.dependencies,
      swiftSettings: macroTestSyntax.swift, linkerSettings: macroTestSyntax.linker),
    .testTarget(
      name: "DependenciesTestSupportTests",
      dependencies: ["Dependencies", "DependencySupport", "DependenciesTestSupport"]),
    .testTarget(
      name: "DependenciesTests",
      dependencies: ["Dependencies", "DependencySupport", "DependenciesTestSupport"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11
)

for target in package.targets where target.type != .plugin && target.name != "CDependencyAtomics" {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
