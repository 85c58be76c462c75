// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "Plugins",
  dependencies: [.package(name: "graft", path: "../../../..")],
  targets: [
    .target(
      name: "Feature", dependencies: [.product(name: "Dependencies", package: "graft")],
      plugins: [.plugin(name: "GraftCheck", package: "graft")])
  ]
)
