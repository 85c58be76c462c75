// swift-tools-version: 6.1

import PackageDescription

// Programs as they are written for Swinject, with another import line, in both language modes; and the samples of the articles
// that the project started from.
let package = Package(
  name: "container-conformance",
  platforms: [.macOS(.v10_15)],
  dependencies: [.package(name: "graft", path: "../../..")],
  targets: [
    .executableTarget(
      name: "swinject-5", dependencies: [.product(name: "DependencyContainer", package: "graft")],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "swinject-6", dependencies: [.product(name: "DependencyContainer", package: "graft")],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
      name: "seeds", dependencies: [.product(name: "DependencyContainer", package: "graft")],
      swiftSettings: [.swiftLanguageMode(.v5)]),
  ])
