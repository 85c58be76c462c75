import CommandArguments
import Dependencies
import Foundation
import SQLite

struct DemoCommand: Command {
  static let guide = CommandGuide(
    "demo", summary: "Show what the program does, with a library of its own",
    discussion: "The demo works in a temporary folder. It does not touch your own library.")

  init(_ arguments: ParsedArguments) throws {
    try arguments.requireNoOperands()
  }

  func run() async throws {
    @Dependency(\.console) var console
    @Dependency(\.uuid) var uuid
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("bookmarks-demo-\(uuid().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sample = folder.appendingPathComponent("sample.html")
    let export = folder.appendingPathComponent("export.html")
    try Data(PackageResources.sample_html).write(to: sample)

    try console.print(
      """
      This is a demo of 'bookmarks' with a sample file, in a temporary folder that is removed at the end:
      \(folder.path)
      """)

    // From here on, every command works with this database, and none of them knows.
    try await withDependencies {
      $0.defaultDatabase = .library(at: .file(folder.appendingPathComponent("demo.sqlite").path))
    } operation: {
      try await step("Import what a browser exported", ["import", sample.path])
      try await step("Find the pages about Swift", ["search", "swift"])
      try await step("Tag one of them", ["tag", "https://www.swift.org/", "favourite"])
      try await step("List what has a tag", ["list", "--tag", "favourite"])
      try await step("Export everything for a browser", ["export", export.path])
    }

    // A second library shows that nothing was lost on the way.
    let again = try await withDependencies {
      $0.defaultDatabase = .library(at: .memory)
    } operation: {
      _ = try await Library().importFile(Data(contentsOf: export))
      return try await Library().exportFile().data
    }
    guard try again == Data(contentsOf: export) else { throw DemoError() }
    try console.print(
      """

      Imported into an empty library and exported once more, the file is the same to the last byte.
      Now put 'add https://www.swift.org' in place of 'demo', then 'list', or '--help' to see the rest.
      """)
  }

  /// Runs a command as if it had been typed.
  private func step(_ title: String, _ arguments: [String]) async throws {
    @Dependency(\.console) var console
    let shown = arguments.map { $0.hasPrefix("/") ? ($0 as NSString).lastPathComponent : $0 }
    try console.print("\n# \(title)\n$ bookmarks \(shown.joined(separator: " "))")
    try await Program(arguments).command.run()
  }
}

/// The export was not the same after another import.
private struct DemoError: Error, CustomStringConvertible {
  let description = "the exported file changed on the way through another library"
}
