import Foundation

enum Decimals {
  static func one(_ number: Double) -> String { String(format: "%.1f", number) }
  static func two(_ number: Double) -> String { String(format: "%.2f", number) }

  static func rounded(_ number: Double) -> Double { (number * 1_000).rounded() / 1_000 }
}
