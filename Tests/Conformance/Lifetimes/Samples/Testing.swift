import Dependencies
import DependenciesTestSupport
import Testing

// The samples of the article on testing.

final class SearchModel {
  @Dependency(\.search) private var search
  private(set) var results: [String] = []

  func search(_ query: String) async {
    results = query.isEmpty ? [] : await search.results(query)
  }
}

@Suite struct SearchTests {
  @Test(.dependencies)
  func emptyQueryAsksNobody() async {
    let model = withDependencies {
      $0.search.results = { _ in
        Issue.record("nobody is asked")
        return []
      }
    } operation: {
      SearchModel()
    }
    await model.search("")
  }
}

struct SearchClient: Sendable {
  var results: @Sendable (_ query: String) async -> [String]
}

extension SearchClient: DependencyKey {
  static var liveValue: SearchClient { SearchClient { [$0] } }
}

extension DependencyValues {
  var search: SearchClient {
    get { self[SearchClient.self] }
    set { self[SearchClient.self] = newValue }
  }
}
