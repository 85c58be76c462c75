import Foundation

/// A file to analyse, and what is known of it from where it lies.
struct SourceLocation: Sendable {
  var path: String
  var module: String
  var isTest: Bool
  /// Whether a manifest says so, rather than the names of folders.
  var isKnown = false
}

/// Finds the Swift files below the paths that the user gave.
struct SourceTree {
  private(set) var files: [SourceLocation] = []
  private(set) var problems: [InputProblem] = []
  private var seenFolders: Set<FileIdentity> = []
  private var seenFiles: Set<FileOfModule> = []
  private var packages: [String: Package] = [:]

  private struct FileIdentity: Hashable {
    var device: UInt64
    var node: UInt64
  }

  /// A file that several targets share by a link is part of each of them.
  private struct FileOfModule: Hashable {
    var identity: FileIdentity
    var module: String
  }

  private struct Package {
    var root: String
    var targets: [(folder: String, name: String, isTest: Bool, excluded: [String])]
  }

  /// Folders that hold what a build or another package manager made.
  private static let skippedFolders: Set<String> = [
    "DerivedData", "Pods", "Carthage", "checkouts", "node_modules", "SourcePackages",
  ]

  init(paths: [String]) {
    for path in paths {
      var path = path
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      guard let info = Self.information(path) else {
        problems.append(InputProblem(path: path, message: "there is no such file or folder"))
        continue
      }
      if info.isFolder {
        // A folder that is named may lie in a package whose manifest is further up.
        let package = enclosingPackage(of: path)
        walk(path, root: path, package: package, identity: info.identity)
      } else if let message = info.refusal {
        problems.append(InputProblem(path: path, message: message))
      } else {
        add(
          path, root: "", package: enclosingPackage(of: Self.parent(path)), identity: info.identity)
      }
    }
  }

  /// A file above this size is no source that people write, and would take more than a second.
  private static let sizeLimit = 8 << 20

  private struct Information {
    var isFolder: Bool
    var identity: FileIdentity
    /// Why it is not read, if it is not.
    var refusal: String?
  }

  private static func information(_ path: String) -> Information? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let type = status.st_mode & S_IFMT
    var information = Information(
      isFolder: type == S_IFDIR,
      identity: FileIdentity(
        device: UInt64(truncatingIfNeeded: status.st_dev), node: UInt64(status.st_ino)))
    if type != S_IFDIR, type != S_IFREG {
      // To open a pipe or a device would wait, perhaps for ever.
      information.refusal = "this is neither a file nor a folder"
    } else if type == S_IFREG, status.st_size > sizeLimit {
      information.refusal = "the file is larger than \(sizeLimit >> 20) MB, and is not read"
    }
    return information
  }

  private static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func join(_ folder: String, _ name: String) -> String {
    if folder == "." { return name }
    return folder == "/" ? "/" + name : folder + "/" + name
  }

  private mutating func walk(
    _ folder: String, root: String, package: Package?, identity: FileIdentity
  ) {
    guard seenFolders.insert(identity).inserted else { return }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      problems.append(InputProblem(path: folder, message: "the folder cannot be read"))
      return
    }
    var package = package
    if names.contains("Package.swift"), let found = readPackage(at: folder) { package = found }
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = Self.join(folder, name)
      guard let info = Self.information(path) else {
        if name.hasSuffix(".swift") {
          problems.append(InputProblem(path: path, message: "the file cannot be read"))
        }
        continue
      }
      if info.isFolder {
        guard !Self.skippedFolders.contains(name), !name.hasSuffix(".xcodeproj") else { continue }
        if let package, isExcluded(path, in: package) { continue }
        walk(path, root: root, package: package, identity: info.identity)
      } else if name.hasSuffix(".swift") {
        if name == "Package.swift" || name.hasPrefix("Package@swift-") { continue }
        if let package, isExcluded(path, in: package) { continue }
        if let message = info.refusal {
          problems.append(InputProblem(path: path, message: message))
          continue
        }
        add(path, root: root, package: package, identity: info.identity)
      }
    }
  }

  private mutating func add(
    _ path: String, root: String, package: Package?, identity: FileIdentity
  ) {
    let location = location(of: path, root: root, package: package)
    if seenFiles.insert(FileOfModule(identity: identity, module: location.module)).inserted {
      files.append(location)
    }
  }

  private func location(of path: String, root: String, package: Package?) -> SourceLocation {
    if let package,
      let target = package.targets.filter({ path.hasPrefix($0.folder + "/") || $0.folder.isEmpty })
        .max(by: { $0.folder.count < $1.folder.count }),
      !target.excluded.contains(where: { path == $0 || path.hasPrefix($0 + "/") })
    {
      return SourceLocation(
        path: path, module: target.name, isTest: target.isTest, isKnown: true)
    }
    return Self.location(of: path, root: root)
  }

  /// What the names of folders say where no manifest does. Of the folders above the path that was given, only the
  /// nearest two count: a checkout below a folder called `Tests` is no test.
  private static func location(of path: String, root: String) -> SourceLocation {
    let folders = path.split(separator: "/").map(String.init).dropLast()
    let depth = root.split(separator: "/").filter { $0 != "." }.count
    let above = root.isEmpty ? max(0, folders.count - 2) : max(0, depth - 2)
    let parts = Array(folders.dropFirst(above))
    var module: String?
    for (index, part) in parts.enumerated() where part == "Sources" || part == "Tests" {
      if index + 1 < parts.count { module = parts[index + 1] }
    }
    let isTest = parts.contains { $0.hasSuffix("Tests") }
    if module == nil {
      let below = root.isEmpty ? [] : Array(folders.dropFirst(depth))
      module = below.first ?? folders.last
    }
    return SourceLocation(path: path, module: module ?? "main", isTest: isTest)
  }

  // MARK: - Packages

  private mutating func enclosingPackage(of folder: String) -> Package? {
    var current = folder
    for _ in 0..<12 {
      if access(Self.join(current, "Package.swift"), R_OK) == 0 { return readPackage(at: current) }
      let absolute = URL(fileURLWithPath: current).standardizedFileURL.path
      if absolute == "/" { return nil }
      // Paths stay as they were given: above a relative one there is nothing to match.
      guard current != ".", current.contains("/") else { return nil }
      current = Self.parent(current)
    }
    return nil
  }

  private mutating func readPackage(at folder: String) -> Package? {
    if let known = packages[folder] { return known }
    let path = Self.join(folder, "Package.swift")
    guard let information = Self.information(path), !information.isFolder,
      information.refusal == nil, let data = FileManager.default.contents(atPath: path)
    else { return nil }
    let manifest = Manifest(SourceFile(path: path, bytes: [UInt8](data)))
    var targets: [(folder: String, name: String, isTest: Bool, excluded: [String])] = []
    for target in manifest.targets {
      let candidates: [String]
      if let path = target.path {
        candidates = [path]
      } else if target.isTest {
        candidates = ["Tests/\(target.name)", "Sources/\(target.name)"]
      } else if target.isPlugin {
        candidates = ["Plugins/\(target.name)"]
      } else {
        candidates = ["Sources", "Source", "src", "srcs"].map { "\($0)/\(target.name)" }
      }
      for candidate in candidates {
        var path = candidate
        while path.hasSuffix("/") { path.removeLast() }
        if path.hasPrefix("./") { path.removeFirst(2) }
        let place =
          path == "." || path.isEmpty ? (folder == "." ? "" : folder) : Self.join(folder, path)
        guard place.isEmpty || access(place, R_OK) == 0 else { continue }
        targets.append(
          (place, target.name, target.isTest, target.excluded.map { Self.join(place, $0) }))
        break
      }
    }
    let package = Package(root: folder, targets: targets)
    packages[folder] = package
    return package
  }

  private func isExcluded(_ path: String, in package: Package) -> Bool {
    package.targets.contains { $0.excluded.contains(path) }
  }
}

/// An input that could not be read.
public struct InputProblem: Sendable, Hashable {
  public var path: String
  public var message: String
}
