// swift-tools-version: 6.1

import PackageDescription

/// The cases that need `DependenciesTestSupport`. A package has one test bundle, so the others are built without them first: then
/// the bundle does not link it.
let traitCases: [Target] =
  Context.environment["WITH_TEST_SUPPORT"] == nil
  ? []
  : [
    .testTarget(
      name: "TraitCases",
      dependencies: ["Weather", .product(name: "DependenciesTestSupport", package: "graft")]),
    .testTarget(
      name: "ArticleSamples",
      dependencies: [
        .product(name: "Dependencies", package: "graft"),
        .product(name: "DependenciesTestSupport", package: "graft"),
      ]),
  ]

let package = Package(
  name: "issues",
  dependencies: [.package(name: "graft", path: "../../..")],
  targets: [
    .target(name: "Weather", dependencies: [.product(name: "Dependencies", package: "graft")]),
    .testTarget(name: "SwiftTestingCases", dependencies: ["Weather"]),
    .testTarget(name: "XCTestCases", dependencies: ["Weather"]),
  ] + traitCases
)
