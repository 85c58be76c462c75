import Dependencies
import DependenciesMacros

@DependencyClient
//~6 error: the client 'MainActorClient' is isolated to the main actor, and dependencies are read from anywhere; declare it as 'nonisolated struct MainActorClient'
struct MainActorClient {
  var fetch: @Sendable () -> Void
}

@DependencyClient
//~6 error: the client 'PublicMainActorClient' is isolated to the main actor, and dependencies are read from anywhere; declare it as 'nonisolated struct PublicMainActorClient'
public struct PublicMainActorClient {
  public var fetch: @Sendable () -> Void
}

extension DependencyValues {
  @DependencyEntry var mainActorEntry: Int = 1
  //~6 error: the entry 'mainActorEntry' is isolated to the main actor, and dependencies are read from anywhere; declare it as 'nonisolated var mainActorEntry'
  @DependencyEntry
  //~6 error: the entry 'publicMainActorEntry' is isolated to the main actor, and dependencies are read from anywhere; declare it as 'nonisolated var publicMainActorEntry'
  public var publicMainActorEntry: Int = 1
}
