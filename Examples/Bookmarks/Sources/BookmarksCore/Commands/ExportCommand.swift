import CommandArguments
import Dependencies
import Foundation

struct ExportCommand: Command {
  static let guide = CommandGuide(
    "export", summary: "Export a bookmark file that browsers can import", operands: "[FILE]",
    discussion: "Without FILE, or with '-', the file is written to standard output.")

  private let file: String?

  init(_ arguments: ParsedArguments) throws {
    let file = arguments.operands.isEmpty ? "-" : try arguments.operand("FILE")
    self.file = file == "-" ? nil : file
  }

  func run() async throws {
    @Dependency(\.console) var console
    let export = try await Library().exportFile()
    guard let file else {
      return try console.write(String(decoding: export.data, as: UTF8.self))
    }
    try FileError.writing(export.data, to: file)
    try console.print(
      "Exported \(counted(export.bookmarks, "bookmark")) and \(counted(export.folders, "folder")) "
        + "to \(file).")
  }
}
