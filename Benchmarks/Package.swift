// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.iOS(.v13), .macOS(.v13), .tvOS(.v13), .watchOS(.v6)],
  dependencies: [
    .package(name: "graft", path: "..")
  ],
  targets: [
    .target(name: "CBenchmarkSupport"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CBenchmarkSupport",
        .product(name: "Dependencies", package: "graft"),
        .product(name: "DependencyContainer", package: "graft"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name == "benchmarks" {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
