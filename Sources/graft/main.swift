import Foundation
import DependencyGraph
print(lineCount(try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)))
