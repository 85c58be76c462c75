import Foundation

/// Counts what held and what did not, and prints a line for each.
public enum Checks {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var passed = 0
  nonisolated(unsafe) private static var failed = 0

  public static func check(_ name: String, _ condition: Bool) {
    lock.lock()
    defer { lock.unlock() }
    if condition { passed += 1 } else { failed += 1 }
    print(condition ? "passed" : "FAILED", name)
  }

  public static func finish() -> Never {
    lock.lock()
    print("\(passed) held, \(failed) did not")
    exit(failed == 0 && passed > 0 ? 0 : 1)
  }
}

public func check(_ name: String, _ condition: Bool) { Checks.check(name, condition) }
