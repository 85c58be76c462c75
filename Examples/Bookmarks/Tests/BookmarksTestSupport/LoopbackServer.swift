package import Foundation

/// A web server on a real socket of this machine, for a test.
package final class LoopbackServer: Sendable {
  /// What it answers a request with.
  package enum Answer: Sendable {
    case page(String)
    case response(status: String, headers: [String] = [], body: Data = Data())
    /// A page that begins like this, goes on for 4 MB and does not end.
    case endlessPage(String)
    /// Something that is no HTTP.
    case bytes(Data)
  }

  package struct CannotListen: Error {}

  /// Where it listens: `http://127.0.0.1:PORT`.
  package let url: String
  private let listener: Int32

  /// - Parameter answer: Is given the path of each request.
  package init(answer: @escaping @Sendable (_ path: String) -> Answer) throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else {
      close(listener)
      throw CannotListen()
    }
    self.listener = listener
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        Thread.detachNewThread {
          Self.serve(connection, answer)
          close(connection)
        }
      }
      close(listener)
    }
  }

  deinit {
    // This ends the wait in accept(), and with it the thread.
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private static func serve(_ connection: Int32, _ answer: (String) -> Answer) {
    var request = Data()
    while request.range(of: Data("\r\n\r\n".utf8)) == nil {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      request += buffer[..<count]
    }
    let path = String(decoding: request, as: UTF8.self).split(separator: " ").dropFirst().first
    switch answer(String(path ?? "/")) {
    case .page(let html):
      let headers = ["Content-Type: text/html; charset=utf-8"]
      _ = send(response("200 OK", headers, Data(html.utf8)), to: connection)
    case .response(let status, let headers, let body):
      _ = send(response(status, headers, body), to: connection)
    case .bytes(let bytes):
      _ = send(bytes, to: connection)
    case .endlessPage(let html):
      let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n\(html)"
      let more = Data(repeating: UInt8(ascii: "x"), count: 4 << 20)
      guard send(Data(head.utf8), to: connection), send(more, to: connection) else { return }
      // It stays open until the other side goes.
      var byte: UInt8 = 0
      _ = recv(connection, &byte, 1, 0)
    }
  }

  private static func response(_ status: String, _ headers: [String], _ body: Data) -> Data {
    let lines =
      ["HTTP/1.1 \(status)", "Content-Length: \(body.count)", "Connection: close"] + headers
    return Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }

  /// - Returns: Whether the other side is still there.
  private static func send(_ data: Data, to connection: Int32) -> Bool {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(connection, $0.baseAddress, $0.count, flags)
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
