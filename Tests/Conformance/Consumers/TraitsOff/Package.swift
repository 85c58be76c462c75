// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "traits-off",
  dependencies: [.package(name: "graft", path: "../../../..", traits: [])],
  targets: [
    .executableTarget(
      name: "TraitsOff", dependencies: [.product(name: "Dependencies", package: "graft")])
  ]
)
