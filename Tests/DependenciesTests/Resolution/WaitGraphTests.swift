import Testing

@testable import Dependencies

@Suite struct WaitGraphTests {
  private typealias Graph = WaitGraph<String, Int, String>

  private func path(_ answer: Graph.Answer) -> String {
    switch answer {
    case .create: "create"
    case .wait: "wait"
    case .cycle(let steps): steps.map { "\($0.cell)@\($0.place)" }.joined(separator: " ")
    }
  }

  @Test func `the first to ask creates, the next waits, and after the end the next creates`() {
    var graph = Graph()
    #expect(path(graph.request("a", by: 1, at: "x")) == "create")
    #expect(path(graph.request("a", by: 2, at: "y")) == "wait")
    graph.finish("a", by: 1)
    #expect(path(graph.request("a", by: 2, at: "y")) == "create")
    graph.finish("a", by: 2)
    #expect(graph.isEmpty)
  }

  @Test func `a thread that needs what it is creating is told the way`() {
    var graph = Graph()
    _ = graph.request("a", by: 1, at: "main")
    _ = graph.request("b", by: 1, at: "in a")
    _ = graph.request("c", by: 1, at: "in b")
    #expect(path(graph.request("b", by: 1, at: "in c")) == "b@in a c@in b b@in c")
  }

  @Test func `two threads that need each other: the second to ask is told the way through both`() {
    var graph = Graph()
    _ = graph.request("a", by: 1, at: "one")
    _ = graph.request("b", by: 2, at: "two")
    #expect(path(graph.request("b", by: 1, at: "in a")) == "wait")
    #expect(path(graph.request("a", by: 2, at: "in b")) == "a@one b@in a a@in b")
  }

  @Test
  func `a way through three threads is found, and one that is waited for without a circle is not`()
  {
    var graph = Graph()
    for (cell, thread) in [("a", 1), ("b", 2), ("c", 3)] {
      _ = graph.request(cell, by: thread, at: "start \(cell)")
    }
    #expect(path(graph.request("b", by: 1, at: "in a")) == "wait")
    #expect(path(graph.request("c", by: 2, at: "in b")) == "wait")
    #expect(path(graph.request("c", by: 4, at: "outside")) == "wait")
    #expect(path(graph.request("a", by: 3, at: "in c")) == "a@start a b@in a c@in b a@in c")
  }

  @Test func `a thread that has stopped waiting closes no cycle`() {
    var graph = Graph()
    _ = graph.request("a", by: 1, at: "one")
    _ = graph.request("b", by: 2, at: "two")
    _ = graph.request("b", by: 1, at: "in a")
    graph.stopWaiting(1)
    #expect(path(graph.request("a", by: 2, at: "in b")) == "wait")
  }
}
