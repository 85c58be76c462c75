import Testing
import Dependencies
@Test func a() { #expect(frame() == nil && tryit() == 0) }
