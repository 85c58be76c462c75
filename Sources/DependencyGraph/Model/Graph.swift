enum Graph {
  /// The strongly connected parts of a graph, found with Tarjan's algorithm and a stack of its own, so that a chain of
  /// any length is followed.
  static func stronglyConnected(_ edges: [[Int]]) -> [[Int]] {
    var index = Array(repeating: -1, count: edges.count)
    var low = Array(repeating: 0, count: edges.count)
    var isOnStack = Array(repeating: false, count: edges.count)
    var stack: [Int] = []
    var components: [[Int]] = []
    var counter = 0
    for root in edges.indices where index[root] < 0 {
      var work: [(node: Int, next: Int)] = [(root, 0)]
      while let (node, next) = work.last {
        if next == 0 {
          index[node] = counter
          low[node] = counter
          counter += 1
          stack.append(node)
          isOnStack[node] = true
        }
        if next < edges[node].count {
          work[work.count - 1].next += 1
          let target = edges[node][next]
          if index[target] < 0 {
            work.append((target, 0))
          } else if isOnStack[target] {
            low[node] = min(low[node], index[target])
          }
          continue
        }
        if low[node] == index[node] {
          var component: [Int] = []
          while let last = stack.popLast() {
            isOnStack[last] = false
            component.append(last)
            if last == node { break }
          }
          components.append(component.sorted())
        }
        work.removeLast()
        if let parent = work.last?.node { low[parent] = min(low[parent], low[node]) }
      }
    }
    return components.sorted { $0[0] < $1[0] }
  }
}
