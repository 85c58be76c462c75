import Dependencies
import DependencySupport

/// A service of `\.container`, resolved when the property is first read and kept from then on.
///
/// ```swift
/// final class CheckoutModel {
///   @Injected(PaymentGateway.self) var gateway
///   @Injected(HTTPClient.self, name: "eu") var client
/// }
/// ```
///
/// The container is found as `@Dependency(\.container)` finds it: an override of the scope that reads first, then the container
/// of the scope in which the property was made. If the service cannot be resolved, the error is reported and the program stops
/// with its text. Copies share what was resolved.
@propertyWrapper
public struct Injected<Service>: Sendable {
  @usableFromInline let cell: LazyCell<Service>

  /// - Parameters:
  ///   - type: The service's type.
  ///   - name: The name that it is registered under.
  ///   - fileID: Where a service that cannot be resolved is reported. The default is the place of the declaration.
  ///   - filePath: The same as a path.
  ///   - line: The same as a line.
  ///   - column: The same as a column.
  public init(
    _ type: Service.Type, name: String? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let dependency = Dependency<Container>(
      \DependencyValues.container, fileID: fileID, filePath: filePath, line: line, column: column)
    cell = LazyCell(graph: nil) { (_) throws(ResolutionError) in
      try dependency.wrappedValue.require(
        type, name: name, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// The service. Once it is resolved, a read takes no lock and allocates nothing.
  @inlinable
  public var wrappedValue: Service {
    withExtendedLifetime(cell) { cell.made?.pointee } ?? resolved
  }

  @usableFromInline
  var resolved: Service {
    do {
      return try cell.instance()
    } catch {
      error.stop()
    }
  }
}

extension ResolutionError {
  func stop() -> Never {
    reportIssue(
      description, fileID: site.fileID, filePath: site.filePath, line: site.line,
      column: site.column)
    preconditionFailure(description)
  }
}

extension Resolver {
  func requireOrStop<Service>(
    _ type: Service.Type, name: String?, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Service {
    do {
      return try require(
        type, name: name, fileID: fileID, filePath: filePath, line: line, column: column)
    } catch {
      error.stop()
    }
  }
}
