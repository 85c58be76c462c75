import BookmarkFormat
import Foundation
import Testing

@Suite("Writing a bookmark file")
struct BookmarkWriterTests {
  @Test("The file looks like those of browsers")
  func looks() {
    let file = write([
      .folder(
        BookmarkFolder(name: "Tools & more", added: Date(timeIntervalSince1970: 1_700_000_000))),
      .bookmark(
        BookmarkEntry(
          address: "https://example.com/?a=1&b=2", title: "1 < 2", tags: ["x", "y"], note: "Good",
          added: Date(timeIntervalSince1970: 1_700_000_000.9))),
      .endOfFolder,
    ])
    #expect(
      file == """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <!-- This is an automatically generated file.
             It will be read and overwritten.
             DO NOT EDIT! -->
        <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
        <TITLE>Bookmarks</TITLE>
        <H1>Bookmarks</H1>
        <DL><p>
            <DT><H3 ADD_DATE="1700000000">Tools &amp; more</H3>
            <DL><p>
                <DT><A HREF="https://example.com/?a=1&amp;b=2" ADD_DATE="1700000000" TAGS="x,y">1 &lt; 2</A>
                <DD>Good
            </DL><p>
        </DL><p>

        """)
  }

  @Test("White space and quotes survive the way through a file")
  func whiteSpace() throws {
    let text = " a  b\n\tc\r\n\"d\" 'e' &amp; <f> \u{85}\u{a0}\0 "
    let events: [BookmarkEvent] = [
      .folder(BookmarkFolder(name: text)),
      .bookmark(BookmarkEntry(address: text, title: text, note: text)),
      .endOfFolder,
    ]
    #expect(Array(try BookmarkReader(Data(write(events).utf8))) == events)
  }

  @Test(
    "What was written is read back exactly, whatever it is", arguments: 0..<200 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var generator = SplitMix(state: seed)
    let events = randomEvents(using: &generator)
    #expect(Array(try BookmarkReader(Data(write(events).utf8))) == events)
  }

  @Test("A folder fifty thousand deep survives the way through a file")
  func deepNesting() throws {
    let depth = 50_000
    var events = (0..<depth).map { _ in BookmarkEvent.folder(BookmarkFolder(name: "F")) }
    events.append(.bookmark(BookmarkEntry(address: "https://a.example", title: "A")))
    events += (0..<depth).map { _ in BookmarkEvent.endOfFolder }
    #expect(Array(try BookmarkReader(Data(write(events).utf8))) == events)
  }
}

private func write(_ events: [BookmarkEvent]) -> String {
  var writer = BookmarkWriter()
  var file = writer.start
  for event in events { file += writer.write(event) }
  return file + writer.end
}

private func randomEvents(using generator: inout SplitMix) -> [BookmarkEvent] {
  var events: [BookmarkEvent] = []
  var depth = 0
  for _ in 0..<Int.random(in: 0...30, using: &generator) {
    switch Int.random(in: 0...4, using: &generator) {
    case 0:
      events.append(
        .folder(
          BookmarkFolder(
            name: randomText(using: &generator), added: randomDate(using: &generator),
            modified: randomDate(using: &generator))))
      depth += 1
    case 1 where depth > 0:
      events.append(.endOfFolder)
      depth -= 1
    default:
      events.append(
        .bookmark(
          BookmarkEntry(
            address: randomText(using: &generator), title: randomText(using: &generator),
            tags: (0..<Int.random(in: 0...3, using: &generator)).map { "tag<\"&\($0)>" },
            note: randomText(using: &generator), added: randomDate(using: &generator),
            modified: randomDate(using: &generator))))
    }
  }
  return events + (0..<depth).map { _ in .endOfFolder }
}

private func randomText(using generator: inout SplitMix) -> String {
  let pieces = [
    "<", ">", "&", "\"", "'", " ", "  ", "\n", "\t", "\r", "\r\n", "&amp;", "&#38;", ";", "#", "=",
    "</A>", "<DT>", "<DL>", "</DL>", "<DD>", "<H3>", "-->", "<!--", "\n<DT><A HREF=\"x\">", "\u{0}",
    "\u{80}", "\u{a0}", "a", "ß", "日本", "👩‍👩‍👧", "e\u{301}", "https://example.com/?q=%20",
  ]
  return (0..<Int.random(in: 0...6, using: &generator)).map { _ in
    pieces[Int.random(in: 0..<pieces.count, using: &generator)]
  }.joined()
}

private func randomDate(using generator: inout SplitMix) -> Date? {
  guard Bool.random(using: &generator) else { return nil }
  let seconds = Int.random(in: -1_000_000_000...90_000_000_000, using: &generator)
  return seconds == 0 ? nil : Date(timeIntervalSince1970: TimeInterval(seconds))
}

/// A generator whose numbers depend on its seed alone, so that a failure can be repeated.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
