import BookmarkFormat
import Foundation
import Testing

@Suite("The title of a page")
struct HTMLPageTests {
  @Test(
    "is found, cleaned and decoded",
    arguments: [
      ("<title>A page</title>", "A page"),
      ("<!doctype html><html><head>\n<TITLE lang=en>\n  Two\n  lines </TITLE>", "Two lines"),
      ("<title>Q&amp;A &mdash; caf&eacute;</title>", "Q&A — café"),
      ("<title>Generic<T> & <b>bold</b></title>", "Generic<T> & <b>bold</b>"),
      ("<script>var x = '<title>No</title>'</script><title>Yes</title>", "Yes"),
      ("<!-- <title>No</title> --><title>Yes</title>", "Yes"),
      ("<title>First</title><svg><title>Second</title></svg>", "First"),
      ("<title>Cut off by the lim", "Cut off by the lim"),
      ("<title></title><p>Text", nil), ("<title> \n </title>", nil), ("<title>", nil), ("", nil),
      ("<p>No title</p>", nil),
    ] as [(String, String?)])
  func title(page: String, title: String?) {
    #expect(HTMLPage.title(of: Data(page.utf8)) == title)
  }

  @Test("is decoded as its header says, or else as the page says")
  func encoding() throws {
    let japanese = try #require("<title>日本語</title>".data(using: .shiftJIS))
    #expect(HTMLPage.title(of: japanese, contentType: "text/html; charset=\"Shift_JIS\"") == "日本語")
    let korean = Data("<title>".utf8) + [0xc7, 0xd1, 0xb1, 0xdb]
    #expect(HTMLPage.title(of: korean, contentType: "text/html; charset=euc-kr") == "한글")
    let german = try #require("<meta charset=latin1><title>Büro</title>".data(using: .isoLatin1))
    #expect(HTMLPage.title(of: german, contentType: "text/html") == "Büro")
  }
}
