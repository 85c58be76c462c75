import Clients
import Dependencies

extension DetailModel {
  var summary: String {
    "\(retries) \(flags) \(Self.description(of: \.strings, in: self)) \($local)"
  }
  static func description<T>(of path: KeyPath<DetailModel, T>, in model: DetailModel) -> String {
    "\(model[keyPath: path])"
  }
}
