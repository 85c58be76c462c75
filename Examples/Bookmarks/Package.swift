// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "Bookmarks",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "bookmarks", targets: ["bookmarks"])
  ],
  dependencies: [
    .package(name: "graft", path: "../..")
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .yum(["sqlite-devel"]), .brew(["sqlite"])]),
    .target(name: "SQLite", dependencies: ["CSQLite"]),
    .target(name: "BookmarkFormat"),
    .target(name: "CommandArguments"),
    .target(
      name: "BookmarksCore",
      dependencies: [
        "BookmarkFormat", "CommandArguments", "SQLite",
        .product(name: "Dependencies", package: "graft"),
        .product(name: "DependencyContainer", package: "graft"),
      ],
      resources: [.embedInCode("Resources/sample.html")]),
    .executableTarget(
      name: "bookmarks",
      dependencies: [
        "BookmarksCore", "CommandArguments", "SQLite",
        .product(name: "Dependencies", package: "graft"),
        .product(name: "DependencyContainer", package: "graft"),
      ]),
    .target(
      name: "BookmarksTestSupport", dependencies: ["SQLite"], path: "Tests/BookmarksTestSupport"),
    .testTarget(name: "SQLiteTests", dependencies: ["BookmarksTestSupport", "SQLite"]),
    .testTarget(name: "BookmarkFormatTests", dependencies: ["BookmarkFormat"]),
    .testTarget(name: "CommandArgumentsTests", dependencies: ["CommandArguments"]),
    .testTarget(
      name: "BookmarksCoreTests",
      dependencies: [
        "BookmarkFormat", "BookmarksCore", "BookmarksTestSupport", "CommandArguments", "SQLite",
        .product(name: "Dependencies", package: "graft"),
        .product(name: "DependencyContainer", package: "graft"),
      ]),
    .testTarget(
      name: "EndToEndTests", dependencies: ["bookmarks", "BookmarksTestSupport", "SQLite"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
