import BookmarksCore
import BookmarksTestSupport
import Dependencies
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Fetching a title from a real server", .serialized, .timeLimit(.minutes(1)))
struct PageClientTests {
  // The live client, and below it the live session: these tests are about the real thing.
  let client = PageClient.liveValue
  let session = URLSession(configuration: .ephemeral)

  @Test("finds it in the page")
  func title() async throws {
    let server = try LoopbackServer { _ in .page("<title>Caf&eacute; &amp; bar</title>") }
    #expect(try await title(server.url + "/page") == "Café & bar")
  }

  @Test("decodes it as the server says")
  func encoding() async throws {
    let server = try LoopbackServer { _ in
      .response(
        status: "200 OK", headers: ["Content-Type: text/html; charset=ISO-8859-1"],
        body: Data("<title>B".utf8) + [0xfc] + Data("ro</title>".utf8))
    }
    #expect(try await title(server.url) == "Büro")
  }

  @Test("follows a page that has moved")
  func redirect() async throws {
    let server = try LoopbackServer { path in
      path == "/new"
        ? .page("<title>Here</title>")
        : .response(status: "301 Moved Permanently", headers: ["Location: /new"])
    }
    #expect(try await title(server.url + "/old") == "Here")
  }

  @Test("knows when a page has none")
  func untitled() async throws {
    let server = try LoopbackServer { _ in .page("<p>Nothing</p>") }
    #expect(try await title(server.url) == nil)
  }

  @Test("does not wait for the end of a page that does not end")
  func endlessPage() async throws {
    let server = try LoopbackServer { _ in .endlessPage("<title>Endless</title>") }
    #expect(try await title(server.url) == "Endless")
  }

  @Test("refuses what is no web page", arguments: ["image/png", "text/plain; charset=utf-8"])
  func notHTML(contentType: String) async throws {
    let server = try LoopbackServer { _ in
      .response(
        status: "200 OK", headers: ["Content-Type: \(contentType)"],
        body: Data("<title>No</title>".utf8))
    }
    let page = try #require(URL(string: server.url))
    await #expect(throws: PageError.notHTML(page, contentType: contentType)) {
      try await title(server.url)
    }
  }

  @Test("refuses an answer that is an error, although it has a title")
  func refused() async throws {
    let server = try LoopbackServer { _ in
      .response(
        status: "404 Not Found", headers: ["Content-Type: text/html"],
        body: Data("<title>Not found</title>".utf8))
    }
    let page = try #require(URL(string: server.url))
    await #expect(throws: PageError.refused(page, status: 404)) { try await title(server.url) }
  }

  @Test("says that nobody listens, or that nobody speaks HTTP")
  func unreachable() async throws {
    let server = try LoopbackServer { _ in .bytes(Data("220 mail.example ESMTP\r\n".utf8)) }
    for url in [server.url, "http://127.0.0.1:1", "http://does-not-exist.invalid"] {
      let error = await #expect(throws: PageError.self) { try await title(url) }
      guard case .unreachable(let page, let reason) = error else {
        Issue.record("\(url) gives \(String(describing: error))")
        continue
      }
      #expect(page == URL(string: url))
      #expect(!reason.isEmpty && !reason.contains("\n"))
    }
  }

  private func title(_ url: String) async throws -> String? {
    let page = try #require(URL(string: url))
    return try await withDependencies {
      $0.urlSession = session
    } operation: {
      try await client.title(page)
    }
  }
}

@Suite("Fetching a title from a session of the test's own")
struct OverriddenSessionTests {
  @Test("asks nobody else")
  func override() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [OfflineWeb.self]
    try await withDependencies {
      $0.urlSession = URLSession(configuration: configuration)
      $0.pageClient = .liveValue
    } operation: {
      // The live client asks for the session when it is called, so the call is made in here.
      let bookmark = try await anyLibrary().add("https://www.swift.org/")
      #expect(bookmark.title == "The page at www.swift.org")
    }
  }
}

/// A web without a network: it answers every request itself.
private final class OfflineWeb: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool {
    true
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest {
    request
  }

  override func startLoading() {
    guard let url = request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: nil, headerFields: ["Content-Type": "text/html"])
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(
      self, didLoad: Data("<title>The page at \(url.host() ?? "")</title>".utf8))
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
