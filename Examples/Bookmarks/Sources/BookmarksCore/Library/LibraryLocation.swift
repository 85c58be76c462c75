package import CommandArguments
import Foundation

/// Where the library of a user is kept.
package enum LibraryLocation {
  /// The file of a user's library: `bookmarks/NAME.sqlite` in the data folder of the XDG Base
  /// Directory Specification.
  ///
  /// - Parameters:
  ///   - user: Whose library it is.
  ///   - environment: The environment, of which `XDG_DATA_HOME` is read if it is an absolute path.
  ///   - home: The home folder, in which the data folder is otherwise.
  /// - Throws: `UsageError` if the name cannot be the name of a file.
  package static func path(
    user: String, environment: [String: String], home: String
  ) throws(UsageError) -> String {
    guard !user.isEmpty, !user.hasPrefix("."), user == user.singleLine, !user.contains("/") else {
      throw UsageError("'\(user.singleLine)' cannot be the name of a library")
    }
    var data = environment["XDG_DATA_HOME"] ?? ""
    if !data.hasPrefix("/") { data = "\(home)/.local/share" }
    return "\(data)/bookmarks/\(user).sqlite"
  }
}
