import Testing
import DependencyGraph
@Test func parses() { #expect(lineCount("let a = 1") == 1) }
