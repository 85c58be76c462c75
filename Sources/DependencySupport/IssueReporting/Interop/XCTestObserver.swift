/// What an observer of XCTest is told, in XCTest's order.
///
/// The look of XCTest's own protocol: an object that conforms to this one can be handed to XCTest, which is not linked.
/// It is public so that no optimisation drops what only XCTest calls.
public protocol _XCTestObservation: AnyObject {
  func testBundleWillStart(_ bundle: AnyObject)
  func testSuiteWillStart(_ suite: AnyObject)
  func testCaseWillStart(_ testCase: AnyObject)
  func testCase(
    _ testCase: AnyObject, didFailWithDescription description: String, inFile file: String?,
    atLine line: Int)
  func testCaseDidFinish(_ testCase: AnyObject)
  func testSuiteDidFinish(_ suite: AnyObject)
  func testBundleDidFinish(_ bundle: AnyObject)
}

/// Knows the XCTest method that runs, and fails it.
///
/// Sendable because what changes is read and written under the lock only.
final class XCTestObserver: _XCTestObservation, @unchecked Sendable {
  private struct GetCenter { let call: @Sendable () -> AnyObject }
  private struct AddObserver { let call: @Sendable (any _XCTestObservation) -> Void }
  private struct Fail { let call: @Sendable (String, StaticString, UInt) -> Void }

  enum Lookup: Sendable {
    case absent
    case found(XCTestObserver)
    /// XCTest is there, but not what is looked for in it.
    case incomplete(missing: String)
  }

  static let lookup: Lookup = {
    guard RuntimeSymbol.find("$s6XCTest0A17ObservationCenterCMn") != nil else { return .absent }
    do throws(MissingSymbol) {
      let observer = try XCTestObserver()
      try observer.start()
      return .found(observer)
    } catch {
      return .incomplete(missing: error.name)
    }
  }()

  static let shared: XCTestObserver? = {
    guard case .found(let observer) = lookup else { return nil }
    return observer
  }()

  private let failTest: Fail
  private let lock = Lock()
  private var method: TestState?
  private var hasSeenMethod = false
  private var outside = TestState()
  private var failureCount = 0

  private init() throws(MissingSymbol) {
    failTest = try RuntimeFunction("$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF")
      .read(as: Fail.self)
  }

  private func start() throws(MissingSymbol) {
    let center = try RuntimeFunction("$s6XCTest0A17ObservationCenterC6sharedACvgZ")
      .read(as: GetCenter.self).call()
    let add = try RuntimeFunction(
      "$s6XCTest0A17ObservationCenterC15addTestObserveryyAA0aB0_pF",
      context: UnsafeRawPointer(Unmanaged.passRetained(center).toOpaque())
    ).read(as: AddObserver.self)
    add.call(self)
  }

  /// The state of the running method, or the one of everything outside of methods. Nil if the process runs Swift Testing
  /// and no method runs, so that the caller has lost a Swift Testing test.
  var state: TestState? {
    lock.withLock {
      if let method { return method }
      return TestProcess.runsSwiftTesting ? nil : outside
    }
  }

  /// Fails the running method. Returns false if there is none.
  func fail(_ message: String, at location: IssueContext.Location) -> Bool {
    let before = lock.withLock { failureCount }
    failTest.call(message, location.filePath, location.line)
    return lock.withLock { failureCount > before }
  }

  func testBundleWillStart(_ bundle: AnyObject) {}

  func testSuiteWillStart(_ suite: AnyObject) {}

  func testCaseWillStart(_ testCase: AnyObject) {
    lock.withLock {
      method = TestState()
      hasSeenMethod = true
    }
  }

  func testCase(
    _ testCase: AnyObject, didFailWithDescription description: String, inFile file: String?,
    atLine line: Int
  ) {
    lock.withLock { failureCount += 1 }
  }

  func testCaseDidFinish(_ testCase: AnyObject) {
    lock.withLock {
      method = nil
      // The observer came during this method, whose values went to the outside until now.
      if !hasSeenMethod { outside = TestState() }
      hasSeenMethod = true
    }
  }

  func testSuiteDidFinish(_ suite: AnyObject) {}

  func testBundleDidFinish(_ bundle: AnyObject) {}
}
