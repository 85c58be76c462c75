import Dependencies
import DependenciesMacros

@DependencyClient
struct MainActorClient {
  //~5 warning: the client 'MainActorClient' is isolated to the main actor, and dependencies are read from anywhere; declare it as 'nonisolated struct MainActorClient'
  //~6 error: the client 'MainActorClient' is isolated to the main actor, and dependencies are read from anywhere; declare it as 'nonisolated struct MainActorClient'
  var fetch: @Sendable () -> Void
}

@DependencyClient
public struct PublicMainActorClient {
  //~5 warning: the client 'PublicMainActorClient' is isolated to the main actor, and dependencies are read from anywhere; declare it as 'nonisolated struct PublicMainActorClient'
  //~6 error: the client 'PublicMainActorClient' is isolated to the main actor, and dependencies are read from anywhere; declare it as 'nonisolated struct PublicMainActorClient'
  public var fetch: @Sendable () -> Void
}

extension DependencyValues {
  @DependencyEntry var mainActorEntry: Int = 1
  //~5 warning: the entry 'mainActorEntry' is isolated to the main actor, and dependencies are read from anywhere; declare it as 'nonisolated var mainActorEntry'
  //~6 error: the entry 'mainActorEntry' is isolated to the main actor, and dependencies are read from anywhere; declare it as 'nonisolated var mainActorEntry'

  @DependencyEntry
  public var publicMainActorEntry: Int = 1
  //~5 warning: the entry 'publicMainActorEntry' is isolated to the main actor, and dependencies are read from anywhere; declare it as 'nonisolated var publicMainActorEntry'
  //~6 error: the entry 'publicMainActorEntry' is isolated to the main actor, and dependencies are read from anywhere; declare it as 'nonisolated var publicMainActorEntry'
}

nonisolated enum Namespace {
  @DependencyClient
  struct Client {
    var fetch: @Sendable () -> Void
  }
}

nonisolated extension DependencyValues {
  @DependencyEntry var entryOfNonisolatedExtension: Int = 1
}

@DependencyClient
//~6 error: the client 'WrittenMainActorClient' is isolated to the main actor, and dependencies are read from anywhere; declare it as 'nonisolated struct WrittenMainActorClient'
@MainActor struct WrittenMainActorClient {
  var fetch: @Sendable () -> Void
}
