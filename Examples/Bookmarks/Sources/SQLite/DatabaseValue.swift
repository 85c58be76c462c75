/// A value that goes into a statement.
package enum DatabaseValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case text(String)
}

extension DatabaseValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(nilLiteral: ()) { self = .null }
}
