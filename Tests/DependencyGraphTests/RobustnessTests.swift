import Foundation
import SwiftParser
import SwiftSyntax
import Testing

@testable import DependencyGraph

/// No input makes the parser crash, hang or answer late. The default run changes a few files of this package; with
/// `GRAFT_ROBUSTNESS` set to a folder, every Swift file below it is read whole, cut and damaged.
@Suite struct RobustnessTests {
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func damagedFilesOfThisPackageAreRead() {
    let files = Self.files(below: Self.package.appendingPathComponent("Sources").path)
    #expect(files.count > 20)
    Self.onLargeStack {
      var random = SeededGenerator(seed: 7)
      for path in files.sorted().prefix(30) {
        guard let bytes = Self.bytes(path) else { continue }
        for _ in 0..<3 {
          _ = OutlineParser.parse(SourceFile(path: path, bytes: damage(bytes, &random)))
        }
      }
    }
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["GRAFT_ROBUSTNESS"] != nil,
      "reads every Swift file below the folder in GRAFT_ROBUSTNESS, which takes minutes"))
  func everyFileIsReadWithinASecond() throws {
    let root = try #require(ProcessInfo.processInfo.environment["GRAFT_ROBUSTNESS"])
    let files = Self.files(below: root).sorted()
    let result = Protected(
      (slowest: 0.0, path: "", suspicious: [String](), count: 0, late: [String]()))
    Self.onLargeStack {
      var random = SeededGenerator(seed: 11)
      for path in files {
        guard let bytes = Self.bytes(path) else { continue }
        let whole = SourceFile(path: path, bytes: bytes)
        let (facts, isSuspicious, nesting) = OutlineParser.parse(whole)
        if isSuspicious || !facts.errors.isEmpty,
          let errors = SyntaxCheck.errors(in: whole, nesting: nesting), errors.isEmpty
        {
          result.withLock { $0.suspicious.append(path) }
        }
        for round in 0..<7 {
          let input = round == 0 ? bytes : damage(bytes, &random)
          let start = ContinuousClock.now
          _ = Analysis.parse(SourceFile(path: path, bytes: input))
          let seconds =
            Double((ContinuousClock.now - start).components.attoseconds) / 1e18
            + Double((ContinuousClock.now - start).components.seconds)
          result.withLock {
            $0.count += 1
            if seconds > $0.slowest { ($0.slowest, $0.path) = (seconds, path) }
            if seconds > 1 { $0.late.append("\(path) round \(round)") }
          }
        }
      }
    }
    let summary = result.withLock { $0 }
    print(
      "\(files.count) files, \(summary.count) inputs, slowest \(summary.slowest) s: \(summary.path)"
    )
    print("\(summary.suspicious.count) sound files looked wrong:")
    for path in summary.suspicious.prefix(40) { print("  \(path)") }
    #expect(summary.late.isEmpty)
    #expect(summary.suspicious.count * 10 <= files.count)
  }

  @Test func nestingBeyondReasonIsLeftAlone() {
    let depth = 20_000
    let inputs = [
      String(repeating: "(", count: depth),
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth),
      String(repeating: "{", count: depth) + String(repeating: "}", count: depth),
      String(repeating: "f { ", count: depth) + String(repeating: "}", count: depth),
      String(repeating: "struct A { ", count: depth) + String(repeating: "}", count: depth),
      String(repeating: "if a { ", count: depth) + String(repeating: "}", count: depth),
      String(repeating: "\"\\(", count: depth),
      String(repeating: "/*", count: depth),
      String(repeating: "#if A\n", count: depth),
      String(repeating: "(", count: depth) + String(repeating: "]", count: depth),
      "let a: " + String(repeating: "A<", count: depth),
      "let a = " + String(repeating: "A<", count: depth),
      "let a: " + String(repeating: "(", count: depth) + String(repeating: ")", count: depth),
      "let a: " + String(repeating: "() -> ", count: depth) + "A",
      "let a = " + String(repeating: "!", count: depth) + "b",
      "let a = b" + String(repeating: "!", count: depth),
      "let a = b" + String(repeating: " ? c : d", count: depth),
      "let a = b" + String(repeating: " + c", count: depth),
      String(repeating: "@A ", count: depth), String(repeating: "public ", count: depth),
      String(repeating: "else if a {} ", count: depth), String(repeating: "prefix ", count: depth),
      String(repeating: "c.register(A.self) { ", count: depth),
      String(repeating: "#", count: depth),
      String(repeating: "withDependencies { ", count: depth),
    ]
    Self.onLargeStack {
      for input in inputs {
        let start = ContinuousClock.now
        _ = Analysis.parse(SourceFile(path: "deep.swift", bytes: Array(input.utf8)))
        // An end is what is shown here. Speed is measured in release, where no other test has the processors.
        #expect(ContinuousClock.now - start < .seconds(120), "\(input.prefix(20))")
      }
    }
  }

  @Test func aChainOfTwoHundredThousandMembersIsRead() {
    let text =
      "import Dependencies\nlet value = root" + String(repeating: ".member", count: 200_000)
    let facts = Protected<FileFacts?>(nil)
    Self.onLargeStack {
      let parsed = Analysis.parse(SourceFile(path: "chain.swift", bytes: Array(text.utf8)))
      facts.withLock { $0 = parsed }
    }
    #expect(facts.withLock { $0?.errors.isEmpty } == true)
    #expect(facts.withLock { $0?.entities.count } == 2)
  }

  @Test(
    arguments: [
      [], [0xEF, 0xBB, 0xBF], [0x0A], [0xFF, 0xFE, 0x00], Array("let a = \"".utf8), [0x00, 0x00],
      Array("#!".utf8), Array("`".utf8), Array("#\"".utf8), Array("\\".utf8), Array("@".utf8),
      Array("let".utf8), Array("func".utf8), Array("import".utf8), Array("case".utf8),
      Array("#".utf8), Array("$".utf8), Array("/".utf8), Array("x.".utf8), Array("{ (a, b".utf8),
    ] as [[UInt8]])
  func fragmentsAreRead(bytes: [UInt8]) {
    let facts = Analysis.parse(SourceFile(path: "fragment.swift", bytes: bytes))
    #expect(facts.entities.count >= 1)
  }

  // MARK: - What is broken is reported

  @Test(arguments: [
    ("struct A {\n", 2), ("struct A {\n  let a: }\n", 2), ("func f( {\n}\n", 1),
    ("let x = = 3\n", 1), ("struct A { func }\n", 1), ("let s = \"abc\nlet t = 1\n", 1),
    ("class {\n}\n", 1), ("let a = (1, 2\n", 2), ("foo bar baz\n", 1),
    ("func f() { let x = }\n", 1), ("}\n", 1), ("let = 5\n", 1), ("import\n", 2),
    ("func f() { if { } }\n", 1), ("struct A { var a Int }\n", 1), ("let a = b +\n", 2),
    ("/* never closed\n", 1), ("func f() { return ) }\n", 1), ("extension { }\n", 1),
    ("func g(a b c: Int) {}\n", 1), ("let x: Int = 5 6\n", 1),
  ])
  func brokenFilesAreReportedWithTheirPlace(text: String, line: Int) {
    let file = SourceFile(path: "broken.swift", bytes: Array(text.utf8))
    let facts = Analysis.parse(file)
    let first = facts.errors.first
    #expect(first != nil, "\(text)")
    if let first { #expect(abs(facts.lines.position(of: first.offset).line - line) <= 1) }
  }

  @Test func theRestOfABrokenFileIsStillRead() {
    let text = """
      struct Broken { func f( {
      }
      final class Model {
        @Dependency(\\.client) var client
      }
      """
    let facts = Analysis.parse(SourceFile(path: "broken.swift", bytes: Array(text.utf8)))
    #expect(!facts.errors.isEmpty)
    #expect(facts.reads.count == 1)
  }

  @Test func invalidUTF8IsReportedWithItsPlace() {
    let bytes =
      Array("let a = 1\nlet b = \"".utf8) + [0xC3, 0x28]
      + Array("\"\n@Dependency(\\.a) var a\n".utf8)
    let facts = Analysis.parse(SourceFile(path: "bytes.swift", bytes: bytes))
    let errors = facts.errors.filter { $0.message.contains("UTF-8") }
    #expect(errors.count == 1)
    #expect(errors.first.map { facts.lines.position(of: $0.offset).line } == 2)
    #expect(facts.reads.count == 1)
  }

  @Test func aTypeInsideAFunctionIsReadAfterItsVariables() {
    let text = """
      func outer() {
        @Dependency(\\.a) var a
        struct Inner { func use() { @Dependency(\\.b) var b; print(b) } }
        print(a)
      }
      """
    let facts = Analysis.parse(SourceFile(path: "local.swift", bytes: Array(text.utf8)))
    #expect(facts.errors.isEmpty)
    #expect(facts.reads.map(\.variable) == ["a", "b"])
    #expect(facts.reads.filter(\.isUsed).count == 2)
  }

  // MARK: - Files on the disk

  @Test func whatIsNoFileIsReportedAndNotWaitedFor() throws {
    let manager = FileManager.default
    let root = manager.temporaryDirectory.appendingPathComponent("graft-\(UUID().uuidString)")
    defer { try? manager.removeItem(at: root) }
    try manager.createDirectory(
      at: root.appendingPathComponent("folder.swift"), withIntermediateDirectories: true)
    try "let a = 1\n".write(
      to: root.appendingPathComponent("folder.swift/a.swift"), atomically: true, encoding: .utf8)
    let pipe = root.appendingPathComponent("pipe.swift")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    try manager.createSymbolicLink(
      atPath: root.appendingPathComponent("endless.swift").path, withDestinationPath: "/dev/zero")
    let analysis = Analysis.run(paths: [root.path])
    #expect(analysis.fileCount == 1)
    #expect(
      analysis.problems.map(\.path) == [root.path + "/endless.swift", root.path + "/pipe.swift"])
    #expect(Analysis.run(paths: [pipe.path]).problems.map(\.path) == [pipe.path])
  }

  @Test func linksThatGoRoundAreFollowedOnce() throws {
    let manager = FileManager.default
    let root = manager.temporaryDirectory.appendingPathComponent("graft-\(UUID().uuidString)")
    defer { try? manager.removeItem(at: root) }
    let inner = root.appendingPathComponent("Sources/A")
    try manager.createDirectory(at: inner, withIntermediateDirectories: true)
    try "let a = 1\n".write(
      to: inner.appendingPathComponent("a.swift"), atomically: true, encoding: .utf8)
    try manager.createSymbolicLink(
      at: inner.appendingPathComponent("round"), withDestinationURL: root)
    try manager.createSymbolicLink(
      at: inner.appendingPathComponent("same.swift"),
      withDestinationURL: inner.appendingPathComponent("a.swift"))
    try manager.createSymbolicLink(
      at: inner.appendingPathComponent("nowhere.swift"),
      withDestinationURL: root.appendingPathComponent("none"))
    let build = root.appendingPathComponent(".build")
    try manager.createDirectory(at: build, withIntermediateDirectories: true)
    try "let b = 1\n".write(
      to: build.appendingPathComponent("b.swift"), atomically: true, encoding: .utf8)
    let analysis = Analysis.run(paths: [root.path])
    #expect(analysis.fileCount == 1)
    #expect(analysis.problems.map(\.path) == [inner.path + "/nowhere.swift"])
    #expect(Analysis.run(paths: [build.path]).fileCount == 1)
  }

  @Test func aPathThatDoesNotExistIsAProblem() {
    let analysis = Analysis.run(paths: ["no/such/path"])
    #expect(analysis.problems.map(\.path) == ["no/such/path"])
  }

  // MARK: - Tools

  static func onLargeStack(_ body: @escaping @Sendable () -> Void) {
    Analysis.onLargeStack(count: 1) { _ in body() }
  }

  static func bytes(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { [UInt8]($0) }
  }

  static func files(below root: String) -> [String] {
    guard let walk = FileManager.default.enumerator(atPath: root) else { return [] }
    var result: [String] = []
    while let name = walk.nextObject() as? String {
      if name == "proc" || name == "sys" || name == "dev" {
        walk.skipDescendants()
      } else if name.hasSuffix(".swift") || name.hasSuffix(".swiftinterface") {
        result.append(root == "/" ? "/" + name : root + "/" + name)
      }
    }
    return result
  }
}

/// Cuts a file, or changes some of its bytes.
private func damage(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
  guard !bytes.isEmpty else { return bytes }
  if Bool.random(using: &random) {
    return Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
  }
  var result = bytes
  for _ in 0..<max(1, min(40, bytes.count / 500)) {
    result[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
      in: 0...255, using: &random)
  }
  return result
}

/// A generator that repeats itself, so that a failure can be looked at again.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
