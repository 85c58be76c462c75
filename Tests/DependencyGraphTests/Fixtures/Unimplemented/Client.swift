import Dependencies

struct Client: TestDependencyKey {
  var load: @Sendable () -> Int
  var save: @Sendable () throws -> Int
  var clear: @Sendable () -> Void

  static let testValue = Client(
    load: unimplemented("load"), save: unimplemented("save"), clear: unimplemented("clear"))
  static let previewValue = Client(
    load: unimplemented("load", placeholder: 1), save: { 1 }, clear: {})
}
