#if FoundationNetworking && !os(WASI)
  import DependencySupport
  #if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
  #else
    public import Foundation
  #endif

  extension DependencyValues {
    /// The session that requests are made with. In tests every request fails and is an issue, unless it is overridden.
    public var urlSession: URLSession {
      get { self[URLSessionKey.self] }
      set { self[URLSessionKey.self] = newValue }
    }
  }

  private enum URLSessionKey: DependencyKey {
    static var liveValue: URLSession { .shared }

    static var testValue: URLSession {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = [UnimplementedURLProtocol.self]
      return URLSession(configuration: configuration)
    }
  }

  /// Fails every request with an issue.
  private final class UnimplementedURLProtocol: URLProtocol {
    override static func canInit(with request: URLRequest) -> Bool { true }

    override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
      let request = request.url.map { " requested \($0.absoluteString)" } ?? ""
      reportIssue(
        """
        Unimplemented: @Dependency(\\.urlSession)\(request)

        Override 'urlSession', or better the client that uses it, with 'withDependencies' or with a trait of the test.
        """)
      client?.urlProtocol(self, didFailWithError: URLError(.unsupportedURL))
    }

    override func stopLoading() {}
  }
#endif
