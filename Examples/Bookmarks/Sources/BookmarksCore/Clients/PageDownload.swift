import BookmarkFormat
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The download of one page, no further than its title needs.
struct PageDownload {
  /// Titles stand at the start of a page. What follows these bytes is not waited for.
  private static let limit = 1 << 20

  private let page: URL
  private let configuration: URLSessionConfiguration

  /// - Parameters:
  ///   - page: What to download.
  ///   - configuration: How sessions connect. A session of its own is made from it, because a session
  ///     can be given a delegate only when it is made.
  init(_ page: URL, configuration: URLSessionConfiguration) {
    self.page = page
    self.configuration = configuration
  }

  /// - Returns: The page's title, or `nil` if it has none.
  /// - Throws: ``PageError``, or `CancellationError`.
  func title() async throws -> String? {
    // Should this task not keep up, the download ends with what there is and fills no memory.
    let (events, continuation) = AsyncThrowingStream<Event, any Error>.makeStream(
      bufferingPolicy: .bufferingOldest(1024))
    let session = URLSession(
      configuration: configuration, delegate: Receiver(events: continuation), delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    session.dataTask(with: URLRequest(url: page, timeoutInterval: 20)).resume()

    var contentType: String?
    var data = Data()
    do {
      for try await event in events {
        switch event {
        case .response(let response): contentType = try accept(response)
        case .data(let more): data += more
        }
        if data.count >= Self.limit { continuation.finish() }
      }
    } catch let error as PageError {
      throw error
    } catch {
      throw PageError.unreachable(page, reason: error.localizedDescription.singleLine)
    }
    try Task.checkCancellation()
    return HTMLPage.title(of: data, contentType: contentType)
  }

  private func accept(_ response: URLResponse) throws -> String? {
    guard let response = response as? HTTPURLResponse else { return response.mimeType }
    guard 200..<300 ~= response.statusCode else {
      throw PageError.refused(page, status: response.statusCode)
    }
    let contentType = response.value(forHTTPHeaderField: "Content-Type")
    let kind = contentType?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    guard let kind, ["text/html", "application/xhtml+xml"].contains(kind) else {
      throw PageError.notHTML(page, contentType: contentType ?? "something without a content type")
    }
    return contentType
  }
}

private enum Event: Sendable {
  case response(URLResponse)
  case data(Data)
}

/// Passes on what the session reports, until that is enough.
private final class Receiver: NSObject, URLSessionDataDelegate, Sendable {
  private let events: AsyncThrowingStream<Event, any Error>.Continuation

  init(events: AsyncThrowingStream<Event, any Error>.Continuation) {
    self.events = events
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    events.yield(.response(response))
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if case .enqueued = events.yield(.data(data)) { return }
    events.finish()
    // To cancel it from elsewhere could wait long: a session is busy while data come in.
    dataTask.cancel()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    events.finish(throwing: error)
  }
}
