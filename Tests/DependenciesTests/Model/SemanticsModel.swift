/// Who sees which value: the semantics of the runtime, small, slow and pure.
///
/// A key has an override in a scope or a default. A default that was made while something that it read was overridden belongs
/// to those overrides; any other is shared. This is what the engine is held to in `SemanticsTests`.
struct SemanticsModel {
  typealias Key = Int

  struct Entry: Equatable {
    var id: Int
    var value: String
  }

  typealias Scope = [Key: Entry]

  struct Private {
    var key: Key
    var dependsOn: Scope
    var value: String
  }

  /// What each key's default reads; the keys of a list come before the key itself.
  let reads: [Key: [Key]]
  private var nextEntry = 0
  private var creations = 0
  private var shared: [Key: String] = [:]
  private var privates: [Private] = []

  init(reads: [Key: [Key]]) {
    self.reads = reads
  }

  /// A scope with one more override.
  mutating func overriding(_ key: Key, with value: String, in scope: Scope) -> Scope {
    nextEntry += 1
    var scope = scope
    scope[key] = Entry(id: nextEntry, value: value)
    return scope
  }

  /// Captured values under current ones: the current override of a key wins.
  static func merging(current: Scope, captured: Scope) -> Scope {
    captured.merging(current) { _, current in current }
  }

  mutating func read(_ key: Key, in scope: Scope) -> String {
    resolve(key, in: scope).value
  }

  private mutating func resolve(_ key: Key, in scope: Scope) -> (value: String, dependsOn: Scope) {
    if let entry = scope[key] { return (entry.value, [key: entry]) }
    if let known = privates.first(where: { known in
      known.key == key && known.dependsOn.allSatisfy { scope[$0.key] == $0.value }
    }) {
      return (known.value, known.dependsOn)
    }
    if let value = shared[key] { return (value, [:]) }
    creations += 1
    let number = creations
    var dependsOn: Scope = [:]
    var parts: [String] = []
    for other in reads[key] ?? [] {
      let (value, further) = resolve(other, in: scope)
      parts.append(value)
      dependsOn.merge(further) { first, _ in first }
    }
    let value = Self.describe(key, number: number, parts: parts)
    if dependsOn.isEmpty {
      shared[key] = value
    } else {
      privates.append(Private(key: key, dependsOn: dependsOn, value: value))
    }
    return (value, dependsOn)
  }

  static func describe(_ key: Key, number: Int, parts: [String]) -> String {
    "\(key)#\(number)(\(parts.joined(separator: ",")))"
  }
}
