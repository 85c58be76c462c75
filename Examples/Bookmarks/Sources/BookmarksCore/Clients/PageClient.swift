import BookmarkFormat
package import Dependencies
package import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the program asks the web for.
package struct PageClient: Sendable {
  /// Fetches the title of a page.
  ///
  /// - Returns: `nil` if the page has none.
  /// - Throws: ``PageError``.
  package var title: @Sendable (_ page: URL) async throws -> String?

  package init(title: @escaping @Sendable (_ page: URL) async throws -> String?) {
    self.title = title
  }
}

extension DependencyValues {
  /// What the program asks the web for. Its live value asks through `\.urlSession`.
  package var pageClient: PageClient {
    get { self[PageClient.self] }
    set { self[PageClient.self] = newValue }
  }
}

extension PageClient: DependencyKey {
  package static let liveValue = PageClient { page in
    @Dependency(\.urlSession) var urlSession
    return try await PageDownload(page, configuration: urlSession.configuration).title()
  }

  package static let testValue = PageClient(title: unimplemented("PageClient.title"))
}

/// A page whose title cannot be had.
package enum PageError: Error, Equatable, CustomStringConvertible {
  case notOnTheWeb(String)
  case unreachable(URL, reason: String)
  case refused(URL, status: Int)
  case notHTML(URL, contentType: String)

  package var description: String {
    let advice = "; to add it nevertheless, give its title with --title"
    return switch self {
    case .notOnTheWeb(let address):
      "'\(address)' is no page whose title could be fetched" + advice
    case .unreachable(let page, let reason):
      "'\(page.absoluteString)' cannot be reached (\(reason))" + advice
    case .refused(let page, let status):
      "'\(page.absoluteString)' answers with status \(status)" + advice
    case .notHTML(let page, let contentType):
      "'\(page.absoluteString)' is no web page but \(contentType.singleLine)" + advice
    }
  }
}
