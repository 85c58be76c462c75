// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Traps",
  targets: [
    .target(name: "Clients", dependencies: [.product(name: "Dependencies", package: "graft")]),
    .target(name: "LiveClients", dependencies: ["Clients"]),
    .target(name: "App", dependencies: ["Clients"]),
    .target(name: "UI", dependencies: ["App"]),
    .target(name: "Container"),
    .testTarget(name: "AppTests", dependencies: ["App", "TestSupport"]),
    .target(name: "TestSupport", dependencies: ["App"], path: "Tests/Support"),
  ])
