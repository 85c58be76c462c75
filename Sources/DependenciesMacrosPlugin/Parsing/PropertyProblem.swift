/// What keeps the members of a type from being written.
struct PropertyProblem: Error {
  let diagnostic: MacroDiagnostic

  init(_ diagnostic: MacroDiagnostic) {
    self.diagnostic = diagnostic
  }
}
