import App
import Clients
import Dependencies
import SwiftUI

struct HomeView: View {
  @State private var model = HomeModel()
  @State private var date = Date.distantPast
  @Dependency(\.weather) private var weather
  let columns = [GridItem(.adaptive(minimum: 100))]

  var body: some View {
    VStack {
      Button("Reload") { Task { await model.appeared() } }
      Text(date, style: .date)
      Button("Weather") { Task { _ = try await weather.temperature("Jeju") } }
    }
    .task { await model.appeared() }
    .sheet(item: $model.child) { DetailView(model: $0) }
  }
}

struct DetailView: View {
  let model: DetailModel
  var body: some View { Text(model.summary) }
}

#Preview {
  let _ = prepareDependencies { $0.weather = .previewValue }
  HomeView()
}

#Preview("dependencies") {
  HomeView().dependency(\.date.now, Date())
}
