package import Foundation

/// What a bookmark manager wants to know about a web page.
package enum HTMLPage {
  /// The text of the page's first `<title>`.
  ///
  /// - Parameters:
  ///   - data: The page, or its beginning.
  ///   - contentType: The page's `Content-Type`, which can name its encoding.
  /// - Returns: The title, or `nil` if there is none or an empty one.
  package static func title(of data: Data, contentType: String? = nil) -> String? {
    let declared = contentType.flatMap { TextEncoding.charset(inContentType: $0) }
    var tokenizer = HTMLTokenizer(TextEncoding.utf8(data, declared: declared))
    while let token = tokenizer.next() {
      guard case .start(let tag) = token, tag.name == "title" else { continue }
      guard case .text(let range) = tokenizer.next() else { return nil }
      var title = HTMLText(.collapsed)
      title.append(range, of: tokenizer.bytes)
      return title.string.isEmpty ? nil : title.string
    }
    return nil
  }
}
