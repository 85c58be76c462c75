import Dependencies

enum Activity: Hashable, Sendable {
  case first, second
}

enum ActivitiesKey: DependencyKey {
  static let liveValue = DependencyFamily<Activity, Int> { $0 == .first ? 1 : 2 }
  static let testValue = DependencyFamily<Activity, Int> { _ in 0 }
}

extension DependencyValues {
  var activities: DependencyFamily<Activity, Int> {
    get { self[ActivitiesKey.self] }
    set { self[ActivitiesKey.self] = newValue }
  }
}

final class ActivityModel {
  @Dependency(\.activities[.second]) var activity
}
