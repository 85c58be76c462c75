#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@main
struct Main {
  static let shapes = endpointShapes + methodShapes + clientShapes + concurrencyShapes + entryShapes

  static func main() async {
    var failures = 0
    for shape in shapes {
      do {
        try await shape.check()
      } catch {
        failures += 1
        print("\(shape.name): \(error)")
      }
    }
    print("\(shapes.count - failures) shapes passed, \(failures) failed")
    exit(failures == 0 ? 0 : 1)
  }
}
