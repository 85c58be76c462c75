package import DependencyContainer

/// The services of this module.
package struct BookmarksCoreAssembly: Assembly {
  package init() {}

  package func assemble(container: Container) {
    for format in ExportFormat.allCases {
      container.register((any Exporter).self, name: format.rawValue) { _ in
        switch format {
        case .html: HTMLExporter()
        case .json: JSONExporter()
        case .csv: CSVExporter()
        }
      }
    }
  }
}
