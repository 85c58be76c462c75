import Dependencies
import Testing

@Test func testsReadWhatTheyLike() {
  @Dependency(\.testOnly) var testOnly
  print(testOnly)
}
