import Foundation

/// A file that cannot be read or written.
package enum FileError: Error, Equatable, CustomStringConvertible {
  case notFound(String)
  case isFolder(String)
  case unreadable(String, reason: String)
  case unwritable(String, reason: String)
  case notABookmarkFile(String)

  package var description: String {
    switch self {
    case .notFound(let file): "there is no file '\(file)'"
    case .isFolder(let file): "'\(file)' is a folder"
    case .unreadable(let file, let reason): "'\(file)' cannot be read: \(reason)"
    case .unwritable(let file, let reason): "'\(file)' cannot be written: \(reason)"
    case .notABookmarkFile(let file): "'\(file)' is not a bookmark file"
    }
  }

  /// - Parameter file: A path, or `-` for standard input.
  static func reading(_ file: String) throws(FileError) -> Data {
    do {
      if file == "-" { return try FileHandle.standardInput.readToEnd() ?? Data() }
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
        throw FileError.notFound(file)
      }
      guard !isFolder.boolValue else { throw FileError.isFolder(file) }
      return try Data(contentsOf: URL(fileURLWithPath: file))
    } catch let error as FileError {
      throw error
    } catch {
      throw .unreadable(file, reason: reason(error))
    }
  }

  /// Writes a file, as a whole or not at all: what was there before stays if that fails.
  static func writing(_ data: Data, to file: String) throws(FileError) {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), isFolder.boolValue {
      throw .isFolder(file)
    }
    do {
      try data.write(to: URL(fileURLWithPath: file), options: .atomic)
    } catch {
      throw .unwritable(file, reason: reason(error))
    }
  }

  private static func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    return (underlying ?? error).localizedDescription.singleLine
  }
}
