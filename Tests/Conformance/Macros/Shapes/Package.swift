// swift-tools-version: 6.2

import PackageDescription

let languageMode: SwiftLanguageMode = Context.environment["SHAPES_MODE"] == "5" ? .v5 : .v6

let injectable: [Target.Dependency] = [
  .product(name: "Dependencies", package: "graft"),
  .product(name: "DependenciesMacros", package: "graft"),
  .product(name: "DependencyContainer", package: "graft"),
]

let package = Package(
  name: "shapes",
  dependencies: [.package(name: "graft", path: "../../../..")],
  targets: [
    .target(
      name: "ShapesLibrary",
      dependencies: [
        .product(name: "Dependencies", package: "graft"),
        .product(name: "DependenciesMacros", package: "graft"),
      ]),
    .executableTarget(
      name: "Shapes",
      dependencies: [
        "ShapesLibrary",
        .product(name: "Dependencies", package: "graft"),
        .product(name: "DependenciesMacros", package: "graft"),
      ]),
    .executableTarget(
      name: "MainActorShapes",
      dependencies: [
        .product(name: "Dependencies", package: "graft"),
        .product(name: "DependenciesMacros", package: "graft"),
      ],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .target(name: "InjectableLibrary", dependencies: injectable),
    .executableTarget(
      name: "InjectableShapes", dependencies: ["InjectableLibrary"] + injectable),
    .testTarget(
      name: "SeedTests",
      dependencies: [
        .product(name: "Dependencies", package: "graft"),
        .product(name: "DependenciesMacros", package: "graft"),
      ],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "UnimplementedTests",
      dependencies: [
        .product(name: "Dependencies", package: "graft"),
        .product(name: "DependenciesMacros", package: "graft"),
      ]),
  ],
  swiftLanguageModes: [languageMode]
)
