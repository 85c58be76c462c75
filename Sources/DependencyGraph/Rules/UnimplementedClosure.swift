extension Rule {
  static let unimplementedClosure = Rule(
    "unimplemented-closure", .warning,
    "'unimplemented' without a placeholder stands for a closure that must return something"
  ) { program, reporter in
    for (fileIndex, file) in program.files.enumerated() {
      for argument in file.unimplementedArguments {
        let creation = file.creations[argument.creation]
        let id = EntityID(file: fileIndex, index: creation.place.entity)
        let name = creation.type.isEmpty ? (program.entity(id).annotation ?? "") : creation.type
        guard let type = program.resolve(name, from: fileIndex, in: program.type(of: id)),
          let member = program.types[type].entities.first(where: {
            program.entity($0).name == argument.label
          }), let annotation = program.entity(member).annotation,
          let arrow = annotation.range(of: "->")
        else { continue }
        let effects = annotation[..<arrow.lowerBound]
        let result = String(annotation[arrow.upperBound...]).trimmed
        guard !effects.contains("throws"), result != "Void", result != "()" else { continue }
        reporter.report(
          "'\(argument.label)' must return '\(result)', which 'unimplemented' cannot make up; "
            + "give it a 'placeholder:'",
          in: fileIndex, at: argument.offset)
      }
    }
  }
}
