import Foundation
import PackagePlugin

/// Shows what `graft check` finds in a target as warnings of its build.
@main struct GraftCheck: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let sources = module.sourceFiles.map(\.url).filter { $0.pathExtension == "swift" }
    guard !sources.isEmpty else { return [] }
    // An empty source file: any other output would become a resource of the target.
    let stamp = context.pluginWorkDirectoryURL.appendingPathComponent("GraftCheck.swift")
    // The whole package is read, since a live value may be in a module that depends on this one; what is found
    // elsewhere is shown when the other module is built.
    return [
      .buildCommand(
        displayName: "Checking the dependencies of \(target.name)",
        executable: try context.tool(named: "graft").url,
        arguments: [
          "check", context.package.directoryURL.path, "--only", target.directoryURL.path,
          "--stamp", stamp.path,
        ],
        inputFiles: sources, outputFiles: [stamp])
    ]
  }
}
