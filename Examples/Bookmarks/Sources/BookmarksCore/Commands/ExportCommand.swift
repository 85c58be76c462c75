import CommandArguments
import Dependencies
import DependencyContainer
import Foundation

struct ExportCommand: Command {
  static let guide = CommandGuide(
    "export", summary: "Export a bookmark file that browsers can import", operands: "[FILE]",
    options: [
      CommandOption(
        "format", value: "FORMAT", help: "html, which browsers import (the default), json or csv")
    ],
    discussion: "Without FILE, or with '-', the file is written to standard output.")

  private let file: String?
  private let format: ExportFormat

  init(_ arguments: ParsedArguments) throws {
    let file = arguments.operands.isEmpty ? "-" : try arguments.operand("FILE")
    self.file = file == "-" ? nil : file
    let name = arguments.value("format") ?? ExportFormat.html.rawValue
    guard let format = ExportFormat(rawValue: name) else {
      throw UsageError(
        "there is no format '\(name.singleLine)'",
        suggestion: Suggestion.closest(to: name, among: ExportFormat.allCases.map(\.rawValue)))
    }
    self.format = format
  }

  func run() async throws {
    @Dependency(\.console) var console
    @Dependency(\.container) var container
    let exporter = try container.require((any Exporter).self, name: format.rawValue)
    let export = try await exporter.export(Library())
    guard let file else {
      return try console.write(String(decoding: export.data, as: UTF8.self))
    }
    try FileError.writing(export.data, to: file)
    try console.print(
      "Exported \(counted(export.bookmarks, "bookmark")) and \(counted(export.folders, "folder")) "
        + "to \(file).")
  }
}
