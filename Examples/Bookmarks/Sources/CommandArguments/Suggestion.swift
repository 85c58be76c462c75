/// Guesses what somebody meant to type.
package enum Suggestion {
  /// The candidate that is closest to what was typed.
  ///
  /// - Returns: `nil` if so much would have to be changed that it is no mistyping any more.
  package static func closest(to typed: String, among candidates: [String]) -> String? {
    let limit = max(1, typed.count / 3)
    return candidates.map { (name: $0, distance: distance(from: typed, to: $0)) }
      .filter { $0.distance <= limit }
      .min { $0.distance < $1.distance }?.name
  }

  /// How many characters must be inserted, removed, changed or swapped with the next one.
  static func distance(from source: String, to target: String) -> Int {
    let (source, target) = (Array(source), Array(target))
    var beforeLast: [Int] = []
    var last = Array(0...target.count)
    for row in source.indices {
      var current = [row + 1]
      for column in target.indices {
        let change = last[column] + (source[row] == target[column] ? 0 : 1)
        var best = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, source[row] == target[column - 1],
          source[row - 1] == target[column]
        {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[target.count]
  }
}
