// swift-tools-version: 6.1

import PackageDescription

let dependencies: [Target.Dependency] = [.product(name: "Dependencies", package: "graft")]

let package = Package(
  name: "seeds",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "graft", path: "../../..")],
  targets: [
    .executableTarget(
      name: "PreparedApp", dependencies: dependencies + ["ApplicationStandIns"],
      path: "Korean/PreparedApp"),
    .executableTarget(
      name: "PreparedAppDelegate", dependencies: dependencies + ["ApplicationStandIns"],
      path: "Korean/PreparedAppDelegate"),
    .target(
      name: "ApplicationStandIns", dependencies: dependencies, path: "Korean/ApplicationStandIns"),
    .testTarget(
      name: "FamilyTests",
      dependencies: dependencies + [.product(name: "DependenciesTestSupport", package: "graft")],
      path: "Arguments/FamilyTests"),
    .testTarget(
      name: "ClosureTests", dependencies: dependencies, path: "Arguments/ClosureTests"),
    .testTarget(
      name: "PrintedTests", dependencies: dependencies,
      path: "Arguments/PrintedTests", swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "InitializeTests", dependencies: dependencies,
      path: "Arguments/InitializeTests", swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "KoreanTests", dependencies: dependencies, path: "Korean/KoreanTests"),
    .testTarget(
      name: "ProtocolInterfaceTests", dependencies: dependencies,
      path: "Japanese/ProtocolInterfaceTests", swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "TestValueTests", dependencies: dependencies,
      path: "Japanese/TestValueTests", swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "StructInterfaceTests", dependencies: dependencies,
      path: "Japanese/StructInterfaceTests", swiftSettings: [.swiftLanguageMode(.v5)]),
  ],
  swiftLanguageModes: [.v6]
)
