/// stub
public func reportIssue(_ message: @autoclosure () -> String? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column) { print("\(fileID):\(line): \(message() ?? "")") }
public let isTesting = CommandLine.arguments.contains { $0.hasSuffix(".xctest") || $0 == "--testing-library" }
public func withIssueContext<R>(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt, operation: () throws -> R) rethrows -> R { try operation() }
package final class TestLocal<Value: AnyObject & Sendable>: @unchecked Sendable { package init(_ make: @escaping @Sendable () -> Value) { current = make(); self.make = make }; package var current: Value ; let make: @Sendable () -> Value;  package func removeAll() { current = make() } }
public final class LockIsolated<Value>: @unchecked Sendable { var v: Value; let l = Lock(); public init(_ v: Value) { self.v = v }
 public func withValue<T: Sendable>(_ operation: @Sendable (inout Value) throws -> T) rethrows -> T { try l.withLock { try operation(&v) } }
 public var value: Value { l.withLock { v } } }
public func withErrorReporting<R>(catching: () async throws -> sending R) async -> R? { try? await catching() }
