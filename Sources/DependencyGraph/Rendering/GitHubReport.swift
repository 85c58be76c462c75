/// Findings as commands of GitHub's workflows, which show them beside the lines of a pull request.
public enum GitHubReport {
  public static func text(_ analysis: Analysis, isStrict: Bool) -> String {
    let findings = analysis.visibleFindings(isStrict: isStrict).map { finding in
      "::\(finding.severity.rawValue) file=\(property(finding.position.path)),"
        + "line=\(finding.position.line),col=\(finding.position.column),"
        + "title=\(property(finding.rule))::\(data(finding.message))\n"
    }
    let problems = analysis.problems.map {
      "::error file=\(property($0.path)),title=unreadable::\(data($0.message))\n"
    }
    return (findings + problems).joined()
  }

  private static func data(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func property(_ text: String) -> String {
    var result = ""
    for scalar in data(text).unicodeScalars {
      switch scalar {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
