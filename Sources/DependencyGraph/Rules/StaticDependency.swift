extension Rule {
  static let staticDependency = Rule(
    "static-dependency", .warning,
    "'@Dependency' in a static or global variable keeps the values of its first use"
  ) { program, reporter in
    for read in program.reads {
      let fact = program.fact(read)
      guard fact.form == .wrapper, fact.isStatic || fact.isGlobal else { continue }
      reporter.report(
        "'\(fact.variable)' is \(fact.isStatic ? "static" : "global"), so it keeps the "
          + "dependencies of its first use, in every later scope and test; make it a property of "
          + "an instance, or a local variable",
        in: read.fact.file, at: fact.place.offset)
    }
  }
}
