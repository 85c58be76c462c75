import Dependencies
import Foundation
import SwiftUI

struct Profile: DependencyKey {
  static let liveValue = Profile()
}

struct ProfileView: View {
  @Dependency(\.uuid) var uuid
  @Dependency(\.openURL) var openURL
  @Dependency(Profile.self) var profile
  @Environment(\.dependencies) var dependencies

  var body: some View {
    Text(uuid().uuidString)
  }

  func open(_ url: URL) async -> Bool {
    await openURL(url)
  }
}

struct RootView: View {
  var body: some View {
    ProfileView()
      .dependency(Profile())
      .dependency(\.uuid, .incrementing)
      .dependency(\.date.now, Date(timeIntervalSince1970: 0))
  }
}

struct ProfileScene: Scene {
  var body: some Scene {
    WindowGroup { RootView() }
      .dependency(\.openURL, OpenURLEffect { _ in true })
      .dependency(Profile())
  }
}

@MainActor
func makeTraits() -> [PreviewTrait<Preview.ViewTraits>] {
  [
    .dependency(\.uuid, .incrementing),
    .dependency(Profile()),
    .dependencies { $0.date.now = Date(timeIntervalSince1970: 0) },
  ]
}
