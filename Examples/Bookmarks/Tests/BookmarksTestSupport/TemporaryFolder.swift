import Foundation

/// Runs `body` with the path of an empty folder that is removed afterwards.
package func withTemporaryFolder<Result>(_ body: (String) async throws -> Result) async throws
  -> Result
{
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder.path)
}

/// Makes SQLite take a database for read-only, whoever runs the test: permissions would not stop root.
///
/// A format version above 2 means that some future SQLite wrote the file, and that only that one may
/// write it again.
package func makeReadOnlyForSQLite(_ path: String) throws {
  let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
  try file.seek(toOffset: 18)
  try file.write(contentsOf: Data([3]))
  try file.close()
}
