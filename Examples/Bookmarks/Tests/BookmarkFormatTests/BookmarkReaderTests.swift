import BookmarkFormat
import Foundation
import Testing

@Suite("Reading a bookmark file")
struct BookmarkReaderTests {
  @Test("A file as browsers write it is read with its folders, dates, tags and notes")
  func wellFormed() throws {
    let events = try read(
      """
      <!DOCTYPE NETSCAPE-Bookmark-file-1>
      <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
      <TITLE>Bookmarks</TITLE>
      <H1>Bookmarks Menu</H1>
      <DL><p>
          <DT><H3 ADD_DATE="1700000000" LAST_MODIFIED="1700000001">Programming</H3>
          <DL><p>
              <DT><A HREF="https://www.swift.org/" ADD_DATE="1700000002" TAGS="swift, language"
                  ICON="data:image/png;base64,AAAA">Swift.org &amp; friends</A>
              <DD>Where the language lives
              <DT><H3>Empty</H3>
              <DL><p>
              </DL><p>
          </DL><p>
          <HR>
          <DT><A HREF="https://example.com/?a=1&amp;b=2">Example</A>
      </DL>
      """)
    #expect(
      events == [
        .folder(
          BookmarkFolder(
            name: "Programming", added: Date(timeIntervalSince1970: 1_700_000_000),
            modified: Date(timeIntervalSince1970: 1_700_000_001))),
        .bookmark(
          BookmarkEntry(
            address: "https://www.swift.org/", title: "Swift.org & friends",
            tags: ["swift", "language"], note: "Where the language lives",
            added: Date(timeIntervalSince1970: 1_700_000_002))),
        .folder(BookmarkFolder(name: "Empty")),
        .endOfFolder,
        .endOfFolder,
        .bookmark(BookmarkEntry(address: "https://example.com/?a=1&b=2", title: "Example")),
      ])
  }

  @Test(
    "A file that is no bookmark file is refused",
    arguments: [
      "", "Just some text.", "<!DOCTYPE html><title>A page</title><p><a href='x'>A link</a>",
      "<dl>", "<dt><a href='x'>An item without its list</a>", "SQLite format 3\0\u{10}",
    ])
  func notABookmarkFile(text: String) {
    #expect(throws: BookmarkReader.NotABookmarkFile.self) { try read(text) }
  }

  @Test("A file without its document type is read if it has a list of items")
  func missingDocumentType() throws {
    let events = try read("<dl><dt><a href=https://a.example>A</a></dl>")
    #expect(events == [.bookmark(BookmarkEntry(address: "https://a.example", title: "A"))])
  }

  @Test("Broken markup is read as a person would read it", arguments: brokenFiles)
  func brokenMarkup(file: BrokenFile) throws {
    #expect(try outline(file.markup) == file.outline)
  }

  @Test("Every folder that is opened is ended, wherever the file breaks off")
  func truncation() throws {
    let file = """
      <!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>One</H3><DL><p><DT><H3>Two</H3><DL><p>
      <DT><A HREF="https://a.example" TAGS="x,y">A &amp; B</A><DD>Note</DL><p></DL><p></DL>
      """
    for length in 35...file.utf8.count {
      var depth = 0
      for event in try BookmarkReader(Data(file.utf8.prefix(length))) {
        switch event {
        case .folder: depth += 1
        case .endOfFolder: depth -= 1
        case .bookmark: break
        }
        #expect(depth >= 0)
      }
      #expect(depth == 0, "cut after \(length) bytes")
    }
  }

  @Test(
    "Dates are seconds, and milli- and microseconds are recognised",
    arguments: [
      ("1700000000", 1_700_000_000), ("1700000000123", 1_700_000_000),
      ("1700000000123456", 1_700_000_000), ("-86400", -86400), (" 1700000000 ", 1_700_000_000),
      ("0", nil), ("", nil), ("yesterday", nil), ("inf", nil), ("9e99", nil), ("nan", nil),
    ] as [(String, TimeInterval?)])
  func dates(text: String, seconds: TimeInterval?) throws {
    let events = try read("<DL><DT><A HREF=\"https://a.example\" ADD_DATE=\"\(text)\">A</A></DL>")
    let added = seconds.map { Date(timeIntervalSince1970: $0) }
    #expect(
      events == [
        .bookmark(BookmarkEntry(address: "https://a.example", title: "A", added: added))
      ])
  }

  @Test(
    "Character references are resolved, and what only looks like one is left alone",
    arguments: [
      ("&lt;&gt;&amp;&quot;&apos;", "<>&\"'"), ("caf&eacute; &mdash; &Omega;", "café — Ω"),
      ("&#8212;&#x2014;&#X2014;", "———"), ("&#x1F600;", "😀"), ("&#150;", "–"), ("&#0;", "\u{fffd}"),
      ("&#xD800;", "\u{fffd}"), ("&#99999999999;", "&#99999999999;"), ("&#-5;", "&#-5;"),
      ("&#+5;", "&#+5;"), ("&#;", "&#;"), ("&;", "&;"), ("&", "&"), ("AT&T", "AT&T"),
      ("a=1&copy=2", "a=1&copy=2"), ("&unknown;", "&unknown;"), ("&amp;lt;", "&lt;"),
    ])
  func characterReferences(markup: String, text: String) throws {
    let events = try read("<DL><DT><A HREF=\"\(markup)\">\(markup)</A></DL>")
    #expect(events == [.bookmark(BookmarkEntry(address: text, title: text))])
  }

  @Test(
    "Old encodings are recognised by their mark, their declaration or their bytes",
    arguments: [
      (String.Encoding.utf8, ""), (.utf8, "UTF-8"), (.utf16, ""), (.windowsCP1252, ""),
      (.isoLatin1, "iso-8859-1"), (.windowsCP1250, "windows-1250"),
    ])
  func encodings(encoding: String.Encoding, name: String) throws {
    let declaration = name.isEmpty ? "" : "<meta charset=\(name)>"
    let file = "\(declaration)<DL><DT><A HREF='https://a.example'>Äöü é</A></DL>"
    let data = try #require(file.data(using: encoding))
    #expect(
      Array(try BookmarkReader(data)) == [
        .bookmark(BookmarkEntry(address: "https://a.example", title: "Äöü é"))
      ])
  }

  @Test("A Japanese file in Shift_JIS is read")
  func shiftJIS() throws {
    let file = """
      <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=Shift_JIS">
      <DL><DT><A HREF="https://a.example">お気に入り</A></DL>
      """
    let data = try #require(file.data(using: .shiftJIS))
    #expect(
      Array(try BookmarkReader(data)) == [
        .bookmark(BookmarkEntry(address: "https://a.example", title: "お気に入り"))
      ])
  }

  @Test("Bytes that are no text in the file's encoding spoil their own title only")
  func invalidBytes() throws {
    var data = Data("<meta charset=utf-8><DL><DT><A HREF='https://a.example'>A".utf8)
    data.append(0xff)
    data.append(Data("</A><DT><A HREF='https://b.example'>Büro</A></DL>".utf8))
    #expect(
      Array(try BookmarkReader(data)) == [
        .bookmark(BookmarkEntry(address: "https://a.example", title: "A\u{fffd}")),
        .bookmark(BookmarkEntry(address: "https://b.example", title: "Büro")),
      ])
  }

  @Test("Folders nested fifty thousand deep take no deep stack")
  func deepNesting() throws {
    let depth = 50_000
    let opening = String(repeating: "<DT><H3>F</H3><DL><p>\n", count: depth)
    var events = try BookmarkReader(Data("<DL><p>\(opening)<DT><A HREF='x'>A</A>".utf8))
    var folders = 0
    var ends = 0
    var bookmarks = 0
    while let event = events.next() {
      switch event {
      case .folder: folders += 1
      case .endOfFolder: ends += 1
      case .bookmark: bookmarks += 1
      }
    }
    #expect((folders, ends, bookmarks) == (depth, depth, 1))
  }

  @Test(
    "Markup made to be slow takes time in proportion to its length",
    arguments: [
      "<!--", "<a href=\"", "<a href='x", "<", "</", "<title>", "<!", "<a a=\"\n<", "&", "<dl>",
      "</dl>",
      "<h3>", "<dd>", "<script>", "<a =", "<a b=>",
    ])
  func hostileMarkup(piece: String) throws {
    let pieces = String(repeating: piece, count: 50_000)
    let file = "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF='x'>A</A>\(pieces)"
    var reader = try BookmarkReader(Data(file.utf8))
    #expect(reader.next() != nil)
    while reader.next() != nil {}
    #expect(reader.bytesRead == reader.totalBytes)
  }
}

/// A piece of broken markup, and what a person sees in it: `Folder[bookmark bookmark]`.
struct BrokenFile: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let markup: String
  let outline: String
}

private let brokenFiles = [
  BrokenFile(
    testDescription: "a link that is not closed",
    markup: "<DL><DT><A HREF='a'>A\n<DT><A HREF='b'>B</A></DL>", outline: "A B"),
  BrokenFile(
    testDescription: "a folder without a list",
    markup: "<DL><DT><H3>F</H3>\n<DT><A HREF='b'>B</A></DL>", outline: "F[] B"),
  BrokenFile(
    testDescription: "a list that is not closed",
    markup: "<DL><DT><H3>F</H3><DL><DT><A HREF='a'>A</A>", outline: "F[A]"),
  BrokenFile(
    testDescription: "lists that end too often",
    markup: "</DL><DL><DT><A HREF='a'>A</A></DL></DL></DL><DL><DT><A HREF='b'>B</A></DL>",
    outline: "A B"),
  BrokenFile(
    testDescription: "a list that belongs to no folder",
    markup: "<DL><DL><DT><A HREF='a'>A</A></DL><DT><A HREF='b'>B</A></DL>", outline: "A B"),
  BrokenFile(
    testDescription: "a quote that is not closed",
    markup: "<DL><DT><A HREF=\"a>A</A>\n<DT><A HREF=\"b\">B</A></DL>", outline: "A B"),
  BrokenFile(
    testDescription: "a tag that is not closed",
    markup: "<DL><DT><A HREF='a'\n<DT><A HREF='b'>B</A></DL>", outline: "(a) B"),
  BrokenFile(
    testDescription: "names in lower case, and values without quotes",
    markup: "<dl><dt><h3>F</h3><dl><dt><a href=a>A</a></dl></dl>", outline: "F[A]"),
  BrokenFile(
    testDescription: "closed paragraphs and items, as in XHTML",
    markup: "<DL><p><DT><A HREF='a' />A</A></DT><HR/><DT><H3>F</H3><DL></p></DL></DT></DL></p>",
    outline: "A F[]"),
  BrokenFile(
    testDescription: "markup inside a title",
    markup: "<DL><DT><A HREF='a'><b>A</b>nd\n  <i>more</i></A></DL>", outline: "And more"),
  BrokenFile(
    testDescription: "a less-than sign inside a title",
    markup: "<DL><DT><A HREF='a'>1 < 2 <3</A></DL>", outline: "1 < 2 <3"),
  BrokenFile(
    testDescription: "a link without an address",
    markup: "<DL><DT><A>A</A></DL>", outline: "A"),
  BrokenFile(
    testDescription: "a link inside a link",
    markup: "<DL><DT><A HREF='a'>A<A HREF='b'>B</A></A></DL>", outline: "A B"),
  BrokenFile(
    testDescription: "a comment that holds a bookmark, and one that does not end",
    markup: "<DL><!-- <DT><A HREF='x'>X</A> --><DT><A HREF='a'>A</A><!-- <DT><A HREF='b'>B</A>",
    outline: "A B"),
  BrokenFile(
    testDescription: "a note below a folder",
    markup: "<DL><DT><H3>F</H3><DD>About F<DL><DT><A HREF='a'>A</A></DL></DL>", outline: "F[A]"),
  BrokenFile(
    testDescription: "bookmarks outside of any list",
    markup: "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<A HREF='a'>A</A>\n<A HREF='b'>B</A>",
    outline: "A B"),
]

private func read(_ text: String) throws -> [BookmarkEvent] {
  Array(try BookmarkReader(Data(text.utf8)))
}

private func outline(_ text: String) throws -> String {
  var outline = ""
  for event in try read(text) {
    switch event {
    case .folder(let folder): outline += " \(folder.name)["
    case .endOfFolder: outline += "]"
    case .bookmark(let entry):
      outline += entry.title.isEmpty ? " (\(entry.address))" : " \(entry.title)"
    }
  }
  return outline.replacing("[ ", with: "[").trimmingCharacters(in: .whitespaces)
}
