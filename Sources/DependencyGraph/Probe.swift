import SwiftParser
import SwiftSyntax
public func lineCount(_ text: String) -> Int { Parser.parse(source: text).statements.count }
