#if canImport(UIKit) && !os(watchOS)
  public import UIKit
#endif

/// A type that is made from its dependencies, and in no other way.
///
/// Make the initializer private: then `make(dependency:)` is the only way, and the compiler sees that nothing is forgotten.
///
/// ```swift
/// final class ViewController: DependencyInjectable {
///   struct Dependency {
///     let userId: Int
///   }
///   private let dependency: Dependency
///   private init(_ dependency: Dependency) { self.dependency = dependency }
///
///   static func make(dependency: Dependency) -> Self { Self(dependency) }
/// }
/// let viewController = ViewController.make(dependency: .init(userId: 1111))
/// ```
///
/// Inside such a type the name `Dependency` is the nested one and hides the property wrapper: write
/// `@Dependencies.Dependency(\.clock) var clock` there.
public protocol DependencyInjectable {
  /// What it is made from.
  associatedtype Dependency

  /// Makes one.
  static func make(dependency: Dependency) -> Self
}

/// A type whose dependencies are set after it was made, such as a view controller from a storyboard.
///
/// With ``DefaultInitializable`` it is given `make(dependency:)` and so may be declared ``DependencyInjectable``.
public protocol PropertyInjectable {
  /// What it needs.
  associatedtype Dependency

  /// What it was given; nil before.
  var dependency: Dependency? { get set }
}

/// A type that can be made from nothing.
public protocol DefaultInitializable {
  init()
}

extension PropertyInjectable where Self: DefaultInitializable {
  /// Makes one and sets its dependencies.
  public static func make(dependency: Dependency) -> Self {
    var made = Self()
    made.dependency = dependency
    return made
  }
}

#if canImport(UIKit) && !os(watchOS)
  /// A view controller that is made from a storyboard.
  @MainActor
  public protocol FromStoryboard {}

  extension FromStoryboard where Self: UIViewController, Self: DependencyInjectable {
    /// The initial view controller of a storyboard.
    ///
    /// - Parameters:
    ///   - storyboardName: The storyboard's name. Its initial view controller must be of this type: otherwise the program stops and
    ///     says so.
    ///   - bundle: The storyboard's bundle; nil is the main one.
    public static func fromStoryboard(_ storyboardName: String, bundle: Bundle? = nil) -> Self {
      let storyboard = UIStoryboard(name: storyboardName, bundle: bundle)
      guard let viewController = storyboard.instantiateInitialViewController() as? Self else {
        preconditionFailure(
          "The initial view controller of storyboard \"\(storyboardName)\" is no \(Self.self).")
      }
      return viewController
    }
  }
#endif
