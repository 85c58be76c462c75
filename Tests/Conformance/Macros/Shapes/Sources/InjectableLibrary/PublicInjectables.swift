import Dependencies
import DependenciesMacros
public import DependencyContainer

public protocol Gateway: Sendable {
  var name: String { get }
}

/// Made from other modules, with a closure, an optional and a name in backticks.
@Injectable
public final class Checkout: DependencyInjectable, Sendable {
  public let gateway: any Gateway
  private let onPaid: @Sendable (Int) -> String
  let `default`: Int?
  private let attempts = 3

  public var report: String { "\(gateway.name) \(onPaid(attempts)) \(`default` ?? 0)" }
}

@Injectable
package struct Empty {
  package var text = "empty"
}

@Injectable
public struct Conditional<Value> {
  let value: Value
  #if DEBUG
    let isTraced: Bool
  #else
    let level: Int
  #endif

  public var levelOrTrace: Value { value }
}
