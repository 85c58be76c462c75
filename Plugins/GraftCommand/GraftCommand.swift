import Foundation
import PackagePlugin

/// `swift package graft check`, `swift package graft graph …`: the command line tool, for the package it is called in.
@main struct GraftCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "graft").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    if process.terminationReason != .exit || process.terminationStatus != 0 {
      throw Failure(status: process.terminationStatus)
    }
  }

  struct Failure: Error, CustomStringConvertible {
    var status: Int32
    var description: String {
      status == 1 ? "graft has findings" : "graft ended with status \(status)"
    }
  }
}
