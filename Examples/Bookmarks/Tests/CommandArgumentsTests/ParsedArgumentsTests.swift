import CommandArguments
import Testing

@Suite("Arguments")
struct ParsedArgumentsTests {
  let options = [
    CommandOption("tag", value: "TAG", help: ""), CommandOption("force", help: ""),
    CommandOption("help", help: ""),
  ]

  @Test("Options and operands may come in any order")
  func order() throws {
    let parsed = try ParsedArguments(
      ["a", "--tag", "x", "b", "--force", "--tag=y"], options: options)
    #expect(parsed.operands == ["a", "b"])
    #expect(parsed.values("tag") == ["x", "y"])
    #expect(parsed.value("tag") == "y")
    #expect(parsed.contains("force"))
    #expect(!parsed.contains("help"))
  }

  @Test("After two dashes everything is an operand, and one dash is one too")
  func terminator() throws {
    let parsed = try ParsedArguments(["-", "--", "--tag", "--"], options: options)
    #expect(parsed.operands == ["-", "--tag", "--"])
  }

  @Test("A value may be empty, hold an equals sign or begin with dashes")
  func values() throws {
    let parsed = try ParsedArguments(["--tag=", "--tag=a=b", "--tag", "--force"], options: options)
    #expect(parsed.values("tag") == ["", "a=b", "--force"])
    #expect(!parsed.contains("force"))
  }

  @Test("-h asks for help")
  func shortHelp() throws {
    #expect(try ParsedArguments(["-h"], options: options).contains("help"))
  }

  @Test(
    "What is not understood is named, with what was probably meant",
    arguments: [
      (["--tga", "x"], "unknown option '--tga'; did you mean '--tag'?"),
      (["--forec=1"], "unknown option '--forec'; did you mean '--force'?"),
      (["--colour"], "unknown option '--colour'"),
      (["-x"], "unknown option '-x'"),
      (["-tag", "x"], "unknown option '-tag'; did you mean '--tag'?"),
      (["--tag"], "the option '--tag' needs a value: --tag TAG"),
      (["--force=yes"], "the option '--force' takes no value"),
    ])
  func mistakes(arguments: [String], message: String) {
    #expect(throws: UsageError(message)) { try ParsedArguments(arguments, options: options) }
  }
}

@Suite("Suggestions")
struct SuggestionTests {
  @Test(
    "Mistypings find what was meant, other words find nothing",
    arguments: [
      ("serach", "search"), ("lits", "list"), ("improt", "import"), ("ad", "add"), ("tagg", "tag"),
      ("remov", "remove"), ("delete", nil), ("", nil), ("x", nil), ("completely-different", nil),
    ] as [(String, String?)])
  func closest(typed: String, meant: String?) {
    let commands = ["add", "list", "search", "tag", "remove", "import", "export", "demo"]
    #expect(Suggestion.closest(to: typed, among: commands) == meant)
  }
}
