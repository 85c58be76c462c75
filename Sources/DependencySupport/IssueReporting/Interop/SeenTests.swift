#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The Swift Testing tests and arguments that were seen running, with what belongs to each.
///
/// A test and argument is identified by Swift Testing's own identifiers, which take long to find. So it is remembered by
/// its bytes as well: while a test runs, every look at it gives a copy of one value. What was seen is kept, so that no
/// other test can have storage at the same address.
///
/// Sendable because the tables are read and written under the lock only.
final class SeenTests<Test, Case>: @unchecked Sendable {
  struct Running {
    let test: Test?
    let testCase: Case?
  }

  /// A copy whose bytes can be compared, because everything between its fields is zero.
  private struct Image {
    let running: UnsafeMutablePointer<Running>

    init(of source: UnsafePointer<Running>, at memory: UnsafeMutablePointer<Running>) {
      memset(memory, 0, MemoryLayout<Running>.size)
      memory.initialize(from: source, count: 1)
      running = memory
    }

    /// A copy for the life of the process.
    func kept() -> Image {
      Image(of: running, at: .allocate(capacity: 1))
    }

    var fingerprint: Int {
      var hasher = Hasher()
      hasher.combine(
        bytes: UnsafeRawBufferPointer(start: running, count: MemoryLayout<Running>.size))
      return hasher.finalize()
    }

    func isSame(as other: Image) -> Bool {
      memcmp(running, other.running, MemoryLayout<Running>.size) == 0
    }
  }

  private let lock = Lock()
  private var images: [Int: [(image: Image, state: TestState)]] = [:]
  private var states: [TestIdentifier: TestState] = [:]

  /// The state of a running test.
  func state(of running: Running) -> TestState {
    withUnsafePointer(to: running) { running in
      let memory = UnsafeMutablePointer<Running>.allocate(capacity: 1)
      let image = Image(of: running, at: memory)
      defer {
        memory.deinitialize(count: 1)
        memory.deallocate()
      }
      return state(of: image)
    }
  }

  private func state(of image: Image) -> TestState {
    let fingerprint = image.fingerprint
    let known = lock.withLock {
      images[fingerprint]?.first { $0.image.isSame(as: image) }?.state
    }
    if let known { return known }
    let identifier = TestIdentifier(
      test: image.running.pointee.test, testCase: image.running.pointee.testCase)
    let kept = image.kept()
    return lock.withLock {
      let state = identifier.flatMap { states[$0] } ?? TestState()
      if let identifier { states[identifier] = state }
      images[fingerprint, default: []].append((kept, state))
      return state
    }
  }
}

/// What tells a test and argument from all others.
private struct TestIdentifier: Hashable {
  let test: AnyHashable
  var arguments: [AnyHashable] = []
  /// Tells equal arguments apart.
  var discriminator = 0

  /// Nil if Swift Testing does not show what is looked for.
  init?(test: Any?, testCase: Any?) {
    guard let test = test as? any Identifiable else { return nil }
    self.test = Self.identifier(of: test)
    guard let testCase else { return }
    guard
      let kind = Mirror(reflecting: testCase).descendant("_kind").map({ Mirror(reflecting: $0) })
    else { return nil }
    guard let parameterized = kind.children.first?.value else { return }
    let parts = Mirror(reflecting: parameterized)
    guard let arguments = parts.descendant("arguments") as? [Any],
      let discriminator = parts.descendant("discriminator") as? Int
    else { return nil }
    for argument in arguments {
      guard let identifier = Mirror(reflecting: argument).descendant("id") as? AnyHashable
      else { return nil }
      self.arguments.append(identifier)
    }
    self.discriminator = discriminator
  }

  private static func identifier(of test: some Identifiable) -> AnyHashable {
    AnyHashable(test.id)
  }
}
