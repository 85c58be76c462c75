// swift-tools-version: 6.2

import PackageDescription

let dependencies: [Target.Dependency] = [
  "Checks", .product(name: "Dependencies", package: "graft"),
]

let package = Package(
  name: "consumers",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "graft", path: "../../../..")],
  targets: [
    .target(name: "Checks"),
    .executableTarget(
      name: "Swift5Program", dependencies: dependencies,
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(name: "Swift6Program", dependencies: dependencies),
    .executableTarget(
      name: "MainActorProgram", dependencies: dependencies,
      swiftSettings: [.defaultIsolation(MainActor.self)]),
  ],
  swiftLanguageModes: [.v6]
)
