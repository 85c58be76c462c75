import Dependencies
import Testing

@Suite struct ValuesTests {
  @Test func `a DependencyValues of one's own sees default values alone`() {
    withDependencies {
      $0.myCustomValue = "override"
    } operation: {
      let values = DependencyValues()
      #expect(values.myCustomValue == "Default value")
      @Dependency(\.myCustomValue) var myCustomValue
      #expect(myCustomValue == "override")
    }
  }

  @Test func `a custom value is set and read like the system's`() {
    @Dependency(\.myCustomValue) var myCustomValue
    #expect(myCustomValue == "Default value")
    withDependencies {
      $0.myCustomValue = "Mine"
    } operation: {
      #expect(myCustomValue == "Mine")
    }
    #expect(myCustomValue == "Default value")
  }

  @Test func `a dependency without a key path is read and written by its type`() {
    @Dependency(APIClient.self) var apiClient
    #expect(apiClient.name == "test")
    withDependencies {
      $0[APIClient.self] = .mock
    } operation: {
      #expect(apiClient.name == "mock")
      @Dependency(APIClient.self) var another
      #expect(another.name == "mock")
    }
  }
}
