import CommandArguments
import Dependencies

struct AddCommand: Command {
  static let guide = CommandGuide(
    "add", summary: "Add a bookmark", operands: "URL",
    options: [
      CommandOption("title", value: "TEXT", help: "Its title (by default, the title of the page)"),
      CommandOption("tag", value: "TAG", help: "A tag; may be given several times"),
      CommandOption("folder", value: "PATH", help: "The folder to put it in, as in Work/Swift"),
      CommandOption("note", value: "TEXT", help: "A note on it"),
    ],
    discussion: "Without --title, the page is fetched for its title.")

  private let address: Address
  private let title: String?
  private let tags: [String]
  private let folder: FolderPath
  private let note: String

  init(_ arguments: ParsedArguments) throws {
    let url = try arguments.operand("URL")
    // What is typed must look like a URL: in "localhost:8080", "localhost" would be a scheme.
    guard url.contains("://"), let address = Address(url) else {
      throw UsageError(
        "'\(url.singleLine)' is no URL",
        suggestion: Address("https://\(url)").flatMap { url.contains("://") ? nil : "\($0)" })
    }
    self.address = address
    title = arguments.value("title")
    tags = arguments.values("tag")
    folder = FolderPath(parsing: arguments.value("folder") ?? "")
    note = arguments.value("note") ?? ""
  }

  func run() async throws {
    @Dependency(\.console) var console
    let bookmark = try await Library().add(
      address, title: title, tags: tags, folder: folder, note: note)
    try console.print("Added '\(bookmark.title)'.")
  }
}
