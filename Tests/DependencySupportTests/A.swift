import Testing
@Test func a() { #expect(Bool(true)) }
