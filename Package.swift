// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "graft",
  platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6)],
  products: [
    .library(name: "Dependencies", targets: ["Dependencies"]),
    .library(name: "DependenciesTestSupport", targets: ["DependenciesTestSupport"]),
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
    .default(enabledTraits: ["SupportExports", "Foundation", "FoundationNetworking"]),
  ],
  targets: [
    .target(name: "CDependencyAtomics"),
    .target(name: "DependencySupport", dependencies: ["CDependencyAtomics"]),
    .target(name: "Dependencies", dependencies: ["CDependencyAtomics", "DependencySupport"]),
    .target(
      name: "DependenciesTestSupport", dependencies: ["Dependencies", "DependencySupport"]),
    .testTarget(
      name: "DependencySupportTests", dependencies: ["DependencySupport"]),
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
