import Foundation

struct Plain {
  func act() { print(Date(), UUID()) }
}
