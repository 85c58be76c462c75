import Dependencies
import DependenciesMacros

@DependencyClient
public struct PublicClient: Sendable {
  public var prefix: String = "#"
  public var fetch: @Sendable (_ id: Int, _ fresh: Bool) async throws -> String
  public var isOnline: @Sendable () -> Bool = { true }
}

extension PublicClient: TestDependencyKey {
  public static var testValue: PublicClient { PublicClient() }
}

@DependencyClient
package struct PackageClient: Sendable {
  package var fetch: @Sendable (_ id: Int) -> Int?
}

@DependencyClient
public struct LowerClient: Sendable {
  public var fetch: @Sendable () -> Void
  var detail: Int = 1
}

extension LowerClient {
  public static var made: LowerClient { LowerClient(fetch: {}, detail: 2) }
  public var shownDetail: Int { detail }
}

extension DependencyValues {
  @DependencyEntry public var publicClient: PublicClient = PublicClient(prefix: "entry")
  @DependencyEntry package var packageNumber: Int = 4
}
