import Dependencies
import Interface

extension Remote: DependencyKey {
  #if os(Linux)
    public static let liveValue = Remote(load: { 1 })
  #else
    public static let liveValue = Remote(load: { 2 })
  #endif
}
