/// The kind of test that runs the caller.
public enum TestContext: Equatable, Sendable {
  /// A Swift Testing test.
  case swiftTesting(Testing?)
  /// An XCTest method, or work that has lost its test.
  case xcTest

  /// What runs the caller, or nil outside of tests.
  ///
  /// In Swift Testing it is found in the caller's task, so a detached task or a thread gets ``xcTest``.
  public static var current: TestContext? {
    guard isTesting else { return nil }
    guard let test = SwiftTesting.shared?.tests.test, let testing = Testing(test) else {
      return .xcTest
    }
    return .swiftTesting(testing)
  }

  /// Whether this is a Swift Testing test.
  public var isSwiftTesting: Bool {
    guard case .swiftTesting = self else { return false }
    return true
  }

  /// A running Swift Testing test.
  public struct Testing: Equatable, Sendable {
    /// The test.
    public let test: Test

    fileprivate init?(_ running: Any) {
      guard let test = Test(running) else { return nil }
      self.test = test
    }

    /// A Swift Testing test. Two are equal if their identifiers are.
    public struct Test: Equatable, Hashable, Identifiable, Sendable {
      /// What identifies the test.
      public let id: ID
      /// The traits of the test.
      public let traits: [any Sendable]

      fileprivate init?(_ running: Any) {
        guard let identifiable = running as? any Identifiable else { return nil }
        id = ID(rawValue: Self.identifier(of: identifiable))
        let traits = Mirror(reflecting: running).children.first { $0.label == "traits" }?.value
        // Every trait of Swift Testing is Sendable, which a cast cannot tell.
        self.traits = unsafeBitCast(traits as? [Any] ?? [], to: [any Sendable].self)
      }

      private static func identifier(of test: some Identifiable) -> AnyHashable {
        AnyHashable(test.id)
      }

      public static func == (left: Self, right: Self) -> Bool {
        left.id == right.id
      }

      public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
      }

      /// What identifies a test.
      ///
      /// Sendable because it holds Swift Testing's identifier, which is.
      public struct ID: Equatable, Hashable, @unchecked Sendable {
        /// Swift Testing's own identifier, a `Test.ID`.
        public let rawValue: AnyHashable
      }
    }
  }
}
